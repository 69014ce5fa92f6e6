package dev.hapax.app.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.GoldenJson;
import dev.hapax.app.Typed;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.quarantine.QuarantineRecords;
import dev.hapax.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The inbox by its commands. */
@Timeout(300)
class QuarantineCommandIT {

    private static final int MANY = 100_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @Test
    void shouldShowAssignNoteEditDropAndMoveCases() throws Exception {
        try (Application application = BROKER.application("inbox")) {
            Path file = topics(application);
            fill(application, 3);
            String first = "inbox.in-0@0";

            assertThat(hapax(file, "list", "--ids").out().lines())
                    .containsExactly("inbox.in-0@2", "inbox.in-0@1", first);
            assertThat(hapax(file, "show", first).out())
                    .contains("told by the test", "traceparent: t0", "00000000  7b 22", "quarantine drop -c");
            assertThat(hapax(file, "assign", first, "--to", "bob", "--as", "ann")
                            .out())
                    .contains("assigned to bob");
            assertThat(hapax(file, "note", first, "--reason", "asked them", "--as", "bob")
                            .exitCode())
                    .isZero();
            assertThat(hapax(file, "list", "--owner", "bob", "--ids").out())
                    .contains(first)
                    .hasLineCount(1);
            Typed edit = hapax(
                    file,
                    "edit",
                    first,
                    "--patch",
                    "{\"id\":\"mended\"}",
                    "--reason",
                    "no id",
                    "--as",
                    "bob",
                    "--no-wait");
            assertThat(edit.err()).contains("+  \"id\" : \"mended\"");
            assertThat(edit.out()).contains("edited and replayed as mended, generation 1");
            assertThat(hapax(file, "drop", "inbox.in-0@1", "--reason", "a test").out())
                    .contains("dropped");
            Typed late = hapax(file, "replay", "inbox.in-0@1");
            assertThat(late.exitCode()).isEqualTo(1);
            assertThat(late.out()).contains("is dropped already", "a test");
            Typed several = hapax(file, "replay", "inbox.in-0@2", "inbox.in-0@1", "--force", "--no-wait");
            assertThat(several.exitCode()).isEqualTo(1);
            assertThat(several.out()).contains("inbox.in-0@2 replayed as", "inbox.in-0@1 is dropped already");
            JsonNode shown =
                    JSON.readTree(hapax(file, "show", first, "-o", "json").out());
            assertThat(shown.path("state").asText()).isEqualTo("replayed");
            assertThat(shown.path("history")).hasSize(3);
            assertThat(shown.path("history").path(2).path("detail").asText()).contains("mended");
        }
    }

    @Test
    void shouldLeaveOutWhatComesAfterTheCount() throws Exception {
        try (Application application = BROKER.application("counted")) {
            Path file = topics(application);
            fill(application, 3);

            String would = hapax(file, "drop", "--all", "--reason", "a test").out();
            JsonNode counted = JSON.readTree(hapax(file, "drop", "--all", "--reason", "a test", "-o", "json")
                    .out());
            String until = counted.path("until").asText();
            assertThat(would).contains("drop matches 3 cases", "Add --yes to apply. Add --until " + until);
            fill(application, 3, 1);
            Typed dropped = hapax(file, "drop", "--until", until, "--yes", "--reason", "a test");

            assertThat(dropped.out().lines()).hasSize(3).allMatch(line -> line.contains("dropped"));
            assertThat(hapax(file, "list", "--ids").out().strip()).isEqualTo("counted.in-0@3");
        }
    }

    @Test
    void shouldBringExportedCasesIntoAnotherQuarantineByteForByte() throws Exception {
        try (Application from = BROKER.application("exporting");
                Application to = BROKER.application("importing")) {
            Path source = topics(from);
            Path target = topics(to);
            fill(from, 5);
            Path archive = BROKER.folder().resolve("cases.jsonl");

            assertThat(hapax(source, "export", "--file", archive.toString()).exitCode())
                    .isZero();
            Typed imported = hapax(target, "import", archive.toString());
            Typed again = hapax(target, "import", archive.toString());

            assertThat(Files.readAllLines(archive)).hasSize(5);
            assertThat(imported.out()).contains("Imported 5 cases, skipped 0");
            assertThat(again.out()).contains("Imported 0 cases, skipped 5");
            assertThat(value(target)).isEqualTo(value(source));
        }
    }

    private static JsonNode value(Path file) throws Exception {
        return JSON.readTree(
                        hapax(file, "show", "exporting.in-0@3", "-o", "json").out())
                .path("value");
    }

    @Test
    void shouldListFilterAndGroupAHundredThousandInASmallHeap() throws Exception {
        try (Application application = BROKER.application("many")) {
            Path file = topics(application);
            fill(application, MANY);

            Typed page = hapax(file, "list", "--limit", "3", "-o", "json");
            String groups = inSmallHeap(file, "--group-by", "code", "-o", "json");
            String filtered = inSmallHeap(file, "--identity", "m77", "--ids");

            JsonNode cases = JSON.readTree(page.out());
            assertThat(cases.path("items")).hasSize(3);
            assertThat(cases.path("next").asText()).isEqualTo("many.in-0@" + (MANY - 3));
            assertThat(cases.path("items").path(0).path("case").asText()).isEqualTo("many.in-0@" + (MANY - 1));
            long counted = 0;
            for (JsonNode group : JSON.readTree(groups).path("items")) {
                counted += group.path("count").asLong();
            }
            assertThat(counted).isEqualTo(MANY);
            assertThat(filtered.strip()).isEqualTo("many.in-0@77");
        }
    }

    private static String inSmallHeap(Path file, String... more) throws Exception {
        String[] arguments = new String[4 + more.length];
        List<String> begin = List.of("quarantine", "list", "-c", file.toString());
        begin.toArray(arguments);
        System.arraycopy(more, 0, arguments, 4, more.length);
        Path log = BROKER.folder().resolve("list-" + more[0] + ".log");
        try (HapaxProcess list = HapaxProcess.start(log, Map.of("JDK_JAVA_OPTIONS", "-Xmx96m"), arguments)) {
            assertThat(list.exitCode(120)).as(list.printed()).isZero();
            return list.printedToOut();
        }
    }

    @Test
    void shouldPageThroughAllCasesWithNext() throws Exception {
        try (Application application = BROKER.application("paged")) {
            Path file = topics(application);
            fill(application, 5);

            List<String> listed = new ArrayList<>();
            JsonNode page = page(file, "--limit", "2");
            while (!page.path("next").isNull()) {
                page.path("items")
                        .forEach(found -> listed.add(found.path("case").asText()));
                page = page(file, "--limit", "2", "--before", page.path("next").asText());
            }
            page.path("items").forEach(found -> listed.add(found.path("case").asText()));

            assertThat(listed)
                    .containsExactly("paged.in-0@4", "paged.in-0@3", "paged.in-0@2", "paged.in-0@1", "paged.in-0@0");
            GoldenJson.assertGolden("quarantine-list.json", hapax(file, "list", "--limit", "1", "-o", "json"));
            GoldenJson.assertGolden("quarantine-groups.json", hapax(file, "list", "--group-by", "code", "-o", "json"));
            Typed lost = hapax(file, "list", "--before", "paged.in-0@99", "-o", "json");
            assertThat(lost.exitCode()).isEqualTo(1);
            assertThat(JSON.readTree(lost.out()).at("/error/code").asText()).isEqualTo("not-found");
        }
    }

    private static JsonNode page(Path file, String... more) throws Exception {
        String[] words = Stream.concat(Stream.of(more), Stream.of("-o", "json")).toArray(String[]::new);
        return JSON.readTree(hapax(file, "list", words).out());
    }

    /** A script for the former options must not change more cases than it selects. */
    @Test
    void shouldDropNothingForAScriptWithTheFormerOptions() throws Exception {
        try (Application application = BROKER.application("former")) {
            Path file = topics(application);
            fill(application, 2);

            assertThat(hapax(file, "drop", "--all", "--reason", "LATE", "--message", "x", "--yes")
                            .exitCode())
                    .isEqualTo(2);
            assertThat(hapax(file, "drop", "--all", "--reason", "late", "--yes").err())
                    .contains("--code late");
            assertThat(hapax(file, "list", "--ids").out().lines()).hasSize(2);
            Typed none = hapax(file, "drop", "--code", "LATE", "--reason", "late", "--yes");
            assertThat(none.exitCode()).as(none.err()).isZero();
            assertThat(hapax(file, "list", "--ids").out().lines()).hasSize(2);
        }
    }

    @Test
    void shouldReadTheCasesTopicOnceInOneCommand() throws Exception {
        try (Application application = BROKER.application("read-once")) {
            ApplicationConfig config =
                    application.config().set("kafka", "interceptor.classes", CountedReads.class.getName());
            application.createTopics(application.config());
            Path file = config.write(BROKER.folder().resolve("read-once.yaml"));
            fill(application, 5);
            assertThat(hapax(file, "drop", "read-once.in-0@0", "read-once.in-0@1", "--reason", "a test")
                            .exitCode())
                    .isZero();
            CountedReads.take(application.topic(Topic.CASES));

            assertThat(hapax(file, "list").exitCode()).isZero();
            assertThat(CountedReads.take(application.topic(Topic.CASES))).isEqualTo(2);
            assertThat(hapax(file, "drop", "read-once.in-0@2", "read-once.in-0@3", "--reason", "a test")
                            .exitCode())
                    .isZero();
            // Two there were, and the first of the two it wrote itself, which the second must see.
            assertThat(CountedReads.take(application.topic(Topic.CASES))).isBetween(2L, 4L);
        }
    }

    @Test
    void shouldSayWhatIsWrongAndWhatToDo() throws Exception {
        try (Application application = BROKER.application("wrong")) {
            Path file = topics(application);

            assertThat(hapax(file, "show", "wrong.in-0@9").err()).contains("there is no case", "list -c FILE");
            assertThat(hapax(file, "show", "nonsense").err()).contains("CASE: 'nonsense'", "topic-partition@offset");
            assertThat(hapax(file, "list", "--since", "yesterday").err()).contains("--since: 'yesterday'", "2h");
            assertThat(hapax(file, "list", "--code", "BAD").err()).contains("--code", "'BAD'", "UNREADABLE");
            assertThat(hapax(file, "replay").err()).contains("no cases selected", "--code");
            assertThat(hapax(file, "replay", "--all").out()).contains("replay matches 0 cases", "--yes");
        }
    }

    private static Typed hapax(Path config, String command, String... more) {
        String[] arguments = new String[4 + more.length];
        List.of("quarantine", command, "-c", config.toString()).toArray(arguments);
        System.arraycopy(more, 0, arguments, 4, more.length);
        return Typed.hapax(arguments);
    }

    private static Path topics(Application application) throws Exception {
        ApplicationConfig config = application.config();
        application.createTopics(config);
        return config.write(BROKER.folder().resolve(application.id() + ".yaml"));
    }

    /** Cases as an instance would write them. */
    private static void fill(Application application, int count) {
        fill(application, 0, count);
    }

    private static void fill(Application application, int first, int count) {
        QuarantineRecords records = new QuarantineRecords(application.id(), 8192, 16 << 20);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = first; i < first + count; i++) {
                Message message = new Message(
                        new Coordinates(application.input(), 0, i),
                        1_700_000_000_000L + i,
                        null,
                        Application.utf8("{\"n\":" + i + "}"),
                        List.of(new Header("traceparent", Application.utf8("t" + i))));
                Reason reason = i % 10 == 0 ? Reason.INVALID : Reason.NO_IDENTITY;
                Refusal refusal =
                        new Refusal(reason, Phase.INTAKE, "told by the test", null, application.input(), "m" + i, null);
                Record<byte[], byte[]> record =
                        records.record(new Outcome.Refused(message, refusal, 0, 1), Instant.now());
                var unused = producer.send(new ProducerRecord<>(
                        application.topic(Topic.QUARANTINE),
                        0,
                        record.timestamp(),
                        record.key(),
                        record.value(),
                        record.headers()));
            }
        }
    }
}
