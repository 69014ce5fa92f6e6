package dev.hapax.meters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The page of meters says what the code says. */
class MeterReferenceTest {

    private static final Path ROOT = Path.of(System.getProperty("hapax.root", ".."));

    @Test
    void shouldHaveAPageThatSaysWhatTheCodeSays() throws IOException {
        Path made = Files.createDirectories(Path.of("target")).resolve("metrics.md");
        Files.writeString(made, MeterReference.markdown());

        assertThat(Files.readString(ROOT.resolve("docs/metrics.md")))
                .as("docs/metrics.md has drifted; cp topology/target/metrics.md docs/metrics.md")
                .isEqualTo(MeterReference.markdown());
    }

    @Test
    void shouldDescribeEveryMeterInOneLine() {
        assertThat(Meter.values()).allSatisfy(meter -> {
            assertThat(meter.description())
                    .isNotBlank()
                    .doesNotContain("\n", "|")
                    .doesNotEndWith(".");
            assertThat(meter.id()).matches("hapax(\\.[a-z]+)+");
        });
        assertThat(Arrays.stream(Meter.values()).map(Meter::prometheusName)).doesNotHaveDuplicates();
    }
}
