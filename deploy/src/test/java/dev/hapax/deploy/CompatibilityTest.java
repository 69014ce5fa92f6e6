package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.ExecutedCommands;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.CommandFormat;
import dev.hapax.wire.ControlFormat;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.GuardChunk;
import dev.hapax.wire.SuppressionFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;

/** The tables of docs/upgrading.md name the versions that the code has. */
class CompatibilityTest {

    private static final String PAGE = "docs/upgrading.md";

    @Test
    void shouldNameTheVersionOfKafka() throws IOException {
        String kafka = AppInfoParser.getVersion();

        assertThat(Repository.text(PAGE))
                .contains(
                        "Kafka 4.0 or newer with `transaction.version` 2; tested with " + kafka,
                        "| Kafka client and Kafka Streams in Hapax | " + kafka + " |",
                        "as Kafka Streams " + kafka + " uses it");
    }

    @Test
    void shouldNameTheVersionsOfTheGuardsChangelog() throws IOException {
        byte[] written = new GuardChunk().take(new GuardChunk.Head(0, 0, ExecutedCommands.NONE, 0));
        String read = IntStream.rangeClosed(0, Byte.MAX_VALUE)
                .filter(version -> isRead((byte) version, written.length))
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));

        assertThat(Repository.text(PAGE))
                .contains("| guard chunk | `…-guard-changelog` | " + written[0] + " | " + read + " |");
    }

    /** A new version of a format gets a new golden file. */
    @Test
    void shouldNameTheVersionsOfTheGoldenFiles() throws IOException {
        assertThat(versions("guard-entry")).containsExactly("1");
        assertThat(versions("arrival")).containsExactlyInAnyOrder("1", "2");
        assertThat(Repository.text(PAGE))
                .contains(
                        "| guard entry | guard, changelog | 1 | 1 |",
                        "| arrival | `…-by-identity-repartition` | 1, 2 | 1, 2 |");
    }

    @Test
    void shouldNameTheSchemas() throws IOException {
        for (String schema : List.of(
                DecisionSerde.SCHEMA,
                SuppressionFormat.SCHEMA,
                CommandFormat.SCHEMA,
                DeliveryFormat.STATE_SCHEMA,
                DeliveryFormat.EVENT_SCHEMA,
                DeliveryFormat.RECEIPT_SCHEMA,
                ControlFormat.SCHEMA,
                CampaignFormat.CAMPAIGN_SCHEMA,
                CampaignFormat.EVENT_SCHEMA,
                CampaignFormat.RECIPIENT_SCHEMA,
                CampaignFormat.SHARE_SCHEMA,
                schema("quarantine/CaseFileFormat"),
                schema("quarantine/CaseArchive"),
                schema("replay/MarkFormat"))) {
            assertThat(Repository.text(PAGE)).contains("| `" + schema + "` | `" + schema + "` |");
        }
    }

    private static boolean isRead(byte version, int length) {
        byte[] chunk = new byte[length];
        chunk[0] = version;
        try {
            GuardChunk.head(chunk);
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private static List<String> versions(String format) throws IOException {
        try (var files = Files.list(Repository.ROOT.resolve("serdes/src/test/resources/golden"))) {
            return files.map(Path::getFileName)
                    .map(Path::toString)
                    .filter(name -> name.startsWith(format + "-v"))
                    .map(name -> name.replaceFirst(".*-v(\\d+).*", "$1"))
                    .distinct()
                    .toList();
        }
    }

    /** Of a format that only its own package uses. */
    private static String schema(String source) throws IOException {
        return Repository.text("operations/src/main/java/dev/hapax/operations/" + source + ".java")
                .replaceFirst("(?s).* SCHEMA = \"([^\"]+)\".*", "$1");
    }
}
