package dev.hapax.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topology as Kafka sees it. Its names are topics, state folders and metrics of running instances. */
class TopologyDescriptionTest {

    private static final String GOLDEN = "/golden/topology.txt";

    private static final String DRIFT = """
            The topology is not the one in src/test/resources/golden/topology.txt.
            A changed name of a store or of the repartition topic is a migration: a running application would leave its
            guard behind under the old name and let every identity act once more. A changed name of an operator moves its
            metrics. A new edge or operator changes what the picture in HapaxTopology and docs/architecture.md must show.
            If that is what you want, say so in CHANGELOG.md and put target/topology.txt in place of the golden file.""";

    @TempDir
    private Path folder;

    @Test
    void shouldBeAsAgreed() throws IOException {
        String description = description("false");
        Files.writeString(Path.of("target", "topology.txt"), description);

        try (InputStream in = TopologyDescriptionTest.class.getResourceAsStream(GOLDEN)) {
            assertThat(in).as("golden file").isNotNull();
            assertThat(description).as(DRIFT).isEqualTo(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldHaveNoGeneratedName() {
        assertThat(description("false")).doesNotContainPattern("K(STREAM|TABLE)-|-[0-9]{10}");
    }

    @Test
    void shouldRepartitionOnlyWhatIsNotKeyedByIdentity() {
        assertThat(description("true"))
                .doesNotContain("repartition", "by-identity")
                .containsOnlyOnce("Sub-topology:")
                .contains("hooks", "payments", "hapax.replays");
        assertThat(description("false")).contains("by-identity-repartition");
    }

    private String description(String hooksAreKeyed) {
        try (HapaxFixture hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id }, keyed-by-identity: %s }
                  - { topic: payments, identity: { field: /id }, keyed-by-identity: true }
                """.formatted(hooksAreKeyed))) {
            return hapax.description();
        }
    }
}
