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

/** The page's scripts as far as they need no browser, by Node.js, where that is installed. */
class ScriptsTest {

    private static final Path TESTS = Path.of(System.getProperty("hapax.root"), "admin", "src", "test", "js");
    /** From there on a .js file that is written as a module is taken for one, without a package.json beside it. */
    private static final int OLDEST = 2019;

    private static final Pattern VERSION = Pattern.compile("v(\\d+)\\.(\\d+)\\..*", Pattern.DOTALL);

    /** For JUnit: whether it is there; says how to get it where it is not. */
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

    /** 2019 for version 20.19; 0 where there is none. */
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
    void shouldPassTheirOwnTests() throws Exception {
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

    /** What came of a command. */
    private record Run(int exitCode, String printed) {}

    private static Run run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), printed);
    }
}
