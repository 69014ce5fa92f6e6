package dev.hapax.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class names in the documentation, so that a rename does not leave a stale one behind. */
class DocsTest {

    private static final Path ROOT = Path.of(System.getProperty("hapax.root"));

    /** A name of at least two words, such as `GuardStateStore` or `TopologyTest.shouldDecide`. */
    private static final Pattern CLASS_NAME =
            Pattern.compile("`([A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)(?:[.#]\\w+)?(?:\\(\\))?`");

    /** Classes of Kafka and of others, and words that only look like classes. */
    private static final Set<String> FOREIGN = Set.of(
            "AssertionError",
            "BigDecimal",
            "BrokerServer",
            "CachedStateStore",
            "DoSHandler",
            "NetworkConnectionLimit",
            "MinimumDataRateHandler",
            "CloudEvents",
            "CommitFailedException",
            "ControllerServer",
            "CreateTime",
            "HttpURLConnection",
            "InternalProcessorContext",
            "JsonEncoder",
            "KafkaMessageFactory",
            "KafkaRaftServer",
            "KafkaStreams",
            "LogAndContinueProcessingExceptionHandler",
            "LogAppendTime",
            "OffsetCheckpoint",
            "OffsetOutOfRangeException",
            "RecordBatchingStateRestoreCallback",
            "RecordCollectorImpl",
            "ServiceLoader",
            "SharedServer",
            "StateStore",
            "StreamTask",
            "StreamsProducer",
            "TaskManager",
            "TimestampExtractor",
            "TopologyTestDriver");

    private static final Set<String> OURS = ours();

    @ParameterizedTest
    @MethodSource("pages")
    void shouldNameClassesThatExist(Path page) throws IOException {
        List<String> unknown = CLASS_NAME
                .matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(found -> found.group(1))
                .filter(name -> !OURS.contains(name) && !FOREIGN.contains(name) && !isAlert(page, name))
                .distinct()
                .toList();

        assertThat(unknown).as("classes that %s names and nobody has", page).isEmpty();
    }

    /** Alerts are named like classes. {@code RunbooksTest} compares them with the rules. */
    private static boolean isAlert(Path page, String name) {
        return page.startsWith("docs/runbooks") && name.startsWith("Hapax");
    }

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .map(ROOT::relativize)
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static Set<String> ours() {
        try (Stream<Path> files = Files.find(
                ROOT, Integer.MAX_VALUE, (file, attributes) -> attributes.isRegularFile() && isSource(file))) {
            return files.map(file -> file.getFileName().toString())
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isSource(Path file) {
        Path inModule = ROOT.relativize(file);
        return inModule.getNameCount() > 2
                && inModule.getName(1).toString().equals("src")
                && file.toString().endsWith(".java");
    }
}
