package dev.hapax.admin.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Runs the script tests of the dashboard with Node.js, if it is installed. */
class ScriptsTest {

    private static final Path TESTS = Path.of(System.getProperty("hapax.root"), "admin", "src", "test", "js");
    /** The first version that detects modules in .js files without a package.json. */
    private static final int OLDEST = 2019;

    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\.(\\d+)\\..*", Pattern.DOTALL);

    /** For JUnit: whether Node.js is installed; prints how to install it if not. */
    static boolean isNodeThere() throws InterruptedException {
        boolean there = version() >= OLDEST;
        if (!there) {
            String missing = "No Node.js of version 20.19 or newer here, so the page's scripts are not tested by it:"
                    + " 'apt-get install nodejs' gets it on Debian 13";
            assertThat(System.getenv("HAPAX_CI")).as(missing).isNull();
            System.out.println(missing);
        }
        return there;
    }

    /** 2019 for version 20.19; 0 if it is not installed. */
    private static int version() throws InterruptedException {
        try {
            Matcher version = VERSION.matcher(run(List.of("node", "--version")).printed());
            return version.matches() ? 100 * number(version, 1) + number(version, 2) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static int number(Matcher version, int group) {
        return Integer.parseInt(version.group(group));
    }

    @Test
    @EnabledIf("isNodeThere")
    void shouldPassTheScriptTests() throws Exception {
        List<String> command = new ArrayList<>(List.of("node", "--test"));
        try (Stream<Path> tests = Files.list(TESTS)) {
            tests.map(Path::toString)
                    .filter(name -> name.endsWith(".test.mjs"))
                    .sorted()
                    .forEach(command::add);
        }

        Run run = run(command);

        assertThat(run.exitCode()).as(run.printed()).isZero();
        assertThat(run.printed()).containsPattern("pass [1-9]");
    }

    /** The result of a command. */
    private record Run(int exitCode, String printed) {}

    private static Run run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), printed);
    }
}
