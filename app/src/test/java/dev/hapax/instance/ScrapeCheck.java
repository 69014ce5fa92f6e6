package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether Prometheus would take what an instance tells it: by its own {@code promtool check metrics} where that is installed, and
 * where it is not, by as much of it as is checked here.
 */
public final class ScrapeCheck {

    private static final Pattern META = Pattern.compile("# (HELP|TYPE) (\\S+) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_][a-z0-9_]*)(\\{.*})? (NaN|[-+0-9.eEIinf]+)");
    private static final Pattern ABBREVIATED = Pattern.compile(".*_(s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)(_.*|$)");

    private ScrapeCheck() {}

    /** Fails with everything that is wrong with a scrape. */
    public static void check(String scraped) throws IOException, InterruptedException {
        checkHere(scraped);
        Optional<Path> promtool = promtool();
        if (promtool.isEmpty()) {
            String missing = "promtool is not on PATH, so the scrape was checked by our own rules alone;"
                    + " apt-get install prometheus has it";
            assertThat(System.getenv("HAPAX_CI")).as(missing).isNull();
            System.out.println(missing);
            return;
        }
        Path said = Files.createTempFile("promtool", ".txt");
        try {
            Process process = new ProcessBuilder(promtool.get().toString(), "check", "metrics")
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            try (var in = process.getOutputStream()) {
                in.write(scraped.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as("promtool check metrics says:%n%s", Files.readString(said))
                    .isZero();
        } finally {
            Files.delete(said);
        }
    }

    private static void checkHere(String scraped) {
        Map<String, String> types = new HashMap<>();
        Map<String, String> helps = new HashMap<>();
        assertThat(scraped.lines()).isNotEmpty().allSatisfy(line -> {
            Matcher meta = META.matcher(line);
            if (meta.matches()) {
                (meta.group(1).equals("TYPE") ? types : helps).put(meta.group(2), meta.group(3));
            } else {
                assertThat(line).matches(SAMPLE);
            }
        });
        assertThat(helps).containsOnlyKeys(types.keySet());
        assertThat(types).allSatisfy((name, type) -> {
            assertThat(name).matches("[a-z_][a-z0-9_]*").doesNotMatch(ABBREVIATED);
            assertThat(name.endsWith("_total")).as("%s is a %s", name, type).isEqualTo(type.equals("counter"));
            assertThat(name).doesNotEndWith("_count").doesNotEndWith("_sum").doesNotEndWith("_bucket");
        });
    }

    private static Optional<Path> promtool() {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, "promtool"))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
