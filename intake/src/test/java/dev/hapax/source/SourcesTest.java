package dev.hapax.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.Formats;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.JsonFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sources made from settings, and used without Kafka. */
class SourcesTest {

    private static final String HEAD = """
        kafka: { bootstrap.servers: "localhost:9092" }
        classifiers: { rules: { type: rules }, failing: { type: test-failing } }
        """;

    private static final String SETTINGS = """
        sources:
          - { topic: hooks, namespace: hook, identity: { field: /id }, ttl: 1h }
          - { topic: payments, name: money, namespace: pay, identity: { field: /id }, keyed-by-identity: true, ttl: 3h, classifier: failing }
        """;

    @Test
    void shouldBeFoundByNameAndByTopic() {
        Sources sources = sources(SETTINGS);

        assertThat(sources.named("money")).isSameAs(sources.ofTopic("payments")).isNotNull();
        assertThat(sources.named("payments")).isNull();
        assertThat(sources.ofTopic("money")).isNull();
        assertThat(sources.topics(true)).containsExactly("payments");
        assertThat(sources.topics(false)).containsExactly("hooks");
        assertThat(source(sources, "hooks").ttl()).isEqualTo(3_600_000);
    }

    /** The same bytes are decided otherwise when they are read otherwise, so the version must differ. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sources: [{ topic: in, identity: { field: /id }, fields: { subject: { at: /title } } }]",
                "sources: [{ topic: in, identity: { field: /id }, fields: { subject: { at: /a, type: text } } }]",
                "sources: [{ topic: in, identity: { field: /id }, fields: { subject: { at: /a, required: true } } }]",
                "sources: [{ topic: in, identity: { field: /id }, format: cloudevents }]",
                "sources: [{ topic: in, identity: { field: /key } }]",
                "sources: [{ topic: in, identity: { header: /id } }]",
                "sources: [{ topic: in, identity: { field: /id }, namespace: n }]",
                "sources: [{ topic: in, identity: { field: /id }, fingerprint: [/id] }]",
                "sources: [{ topic: in, identity: { field: /id }, event-time: /created }]",
                "sources: [{ topic: in, identity: { field: /id } }]\nlimits: { max-depth: 5 }"
            })
    void shouldNameAnotherVersionWhenMessagesAreReadInAnotherWay(String changed) {
        String before = source(sources("sources: [{ topic: in, identity: { field: /id } }]"), "in")
                .version();

        Source source = source(sources(changed), "in");

        assertThat(before).matches("rules@[0-9a-f]{12}\\+[0-9a-f]{8}");
        assertThat(source.version()).isNotEqualTo(before).startsWith("rules@");
    }

    /** Decisions of the release before must not look as if they were made by other settings. */
    @Test
    void shouldKeepTheVersionOfASourceWithoutNewerSettings() {
        assertThat(source(sources("sources: [{ topic: in, identity: { field: /id } }]"), "in")
                        .version())
                .endsWith("+2bfe9b54");
    }

    @Test
    void shouldNameTheSameVersionWhenOnlyTheGuardDiffers() throws RefusedException {
        Source one = source(sources("sources: [{ topic: in, identity: { field: /id }, ttl: 1h }]"), "in");
        Source other = source(sources("sources: [{ topic: in, identity: { field: /id }, ttl: 2h }]"), "in");

        assertThat(one.version()).isEqualTo(other.version());
        assertThat(one.decide(arrival(one, "{\"id\":1}")).classifier()).isEqualTo(one.version());
    }

    @Test
    void shouldDecideAMessageWithoutABroker() throws RefusedException {
        Source source = source(sources(SETTINGS), "hooks");

        Decision decision = source.decide(arrival(source, "{\"id\":1,\"subject\":\"Payment failed\"}"));

        assertThat(decision.identity()).isEqualTo("hook:1");
        assertThat(decision.judgement().label()).isEqualTo("billing-failure");
        assertThat(decision).isEqualTo(source.decide(arrival(source, "{\"id\":1,\"subject\":\"Payment failed\"}")));
    }

    @Test
    void shouldDecideTheSameWhetherItReadsAgainOrNot() throws RefusedException {
        Source source = source(sources(SETTINGS), "hooks");
        Intake.Arrived arrived = arrived(source, "{\"id\":1,\"subject\":\"Payment failed\"}");

        assertThat(source.decide(arrived.arrival(), arrived.content())).isEqualTo(source.decide(arrived.arrival()));
        assertThat(source.decide(arrived.arrival(), (Content) null)).isEqualTo(source.decide(arrived.arrival()));
    }

    @Test
    void shouldSayWhyAClassifierCouldNotDecide() {
        Source source = source(sources(SETTINGS), "money");

        for (String way : List.of("undecided", "broken", "endless", "silent", "nameless")) {
            Arrival arrival = arrival(source, "{\"id\":1,\"way\":\"" + way + "\"}");

            assertThatThrownBy(() -> source.decide(arrival))
                    .as(way)
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Reason.CLASSIFIER_FAILED))
                    .hasMessageMatching("(?s)can't make up my mind|classifier failing@1 threw .*");
        }
    }

    @Test
    void shouldNameTheSourceWhoseFormatIsUnknown() {
        assertThatThrownBy(() -> sources("sources: [{ topic: in, format: xml, identity: { field: /id } }]"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("source in")
                .hasMessageContaining("'xml'")
                .hasMessageContaining("cloudevents, json, rfc822");
    }

    @Test
    void shouldOpenAndCloseWhatItUsesOnce() {
        LifeCycle cycle = new LifeCycle(false);
        Sources sources = cycle.sources();

        sources.open();
        sources.open();
        assertThat(cycle.events).containsOnly("open reader").isNotEmpty();
        int readers = cycle.events.size();
        sources.close();
        sources.close();

        assertThat(cycle.events).hasSize(2 * readers).endsWith("close reader");
    }

    @Test
    void shouldCloseWhatIsOpenWhenOneFailsToOpen() {
        LifeCycle cycle = new LifeCycle(true);
        Sources sources = cycle.sources();

        assertThatThrownBy(sources::open).hasMessage("no connection");

        assertThat(cycle.events.stream().filter("open reader"::equals))
                .hasSameSizeAs(
                        cycle.events.stream().filter("close reader"::equals).toList())
                .isNotEmpty();
    }

    @Test
    void shouldHandOptionsToTheFormat() {
        LifeCycle cycle = new LifeCycle(false);

        cycle.sources();

        assertThat(cycle.options).isEqualTo(Map.of("registry", "http://localhost:1"));
    }

    /** A format that connects; the second source of the two may fail to. */
    private static final class LifeCycle implements Format {
        private final List<String> events = new ArrayList<>();
        private final boolean fails;
        private Map<String, String> options = Map.of();

        private LifeCycle(boolean fails) {
            this.fails = fails;
        }

        Sources sources() {
            Settings settings = settings("""
                    sources:
                      - { topic: a, namespace: a, format: connecting, identity: { field: /id }, format-options: { registry: "http://localhost:1" } }
                      - { topic: b, namespace: b, format: connecting, identity: { field: /no }, format-options: { registry: "http://localhost:1" } }
                    """);
            return Sources.of(settings, new Formats(List.of(this)), Classifiers.installed());
        }

        @Override
        public String name() {
            return "connecting";
        }

        @Override
        public Set<String> options() {
            return Set.of("registry");
        }

        @Override
        public FormatReader reader(Set<String> fields, ReadLimits limits) {
            throw new AssertionError("the options are lost");
        }

        @Override
        public FormatReader reader(Set<String> fields, ReadLimits limits, Map<String, String> given) {
            options = given;
            FormatReader json = new JsonFormat().reader(fields, limits);
            return new FormatReader() {
                @Override
                public void open() {
                    if (fails && fields.contains("/no")) {
                        throw new UnavailableException("no connection");
                    }
                    events.add("open reader");
                }

                @Override
                public void close() {
                    events.add("close reader");
                }

                @Override
                public Content read(Message message) throws RefusedException {
                    return json.read(message);
                }

                @Override
                public Fingerprint digest(Message message) throws RefusedException {
                    return json.digest(message);
                }
            };
        }
    }

    private static Settings settings(String yaml) {
        return SettingsFile.parse(HEAD + yaml, "test.yaml", Path.of("."), name -> null)
                .settings();
    }

    private static Sources sources(String yaml) {
        return Sources.of(settings(yaml), Formats.load(), Classifiers.installed());
    }

    private static Source source(Sources sources, String name) {
        return Objects.requireNonNull(sources.named(name));
    }

    private static Arrival arrival(Source source, String value) {
        return arrived(source, value).arrival();
    }

    private static Intake.Arrived arrived(Source source, String value) {
        byte[] key = "pay:1".getBytes(UTF_8);
        Message message = new Message(new Coordinates("in", 0, 0), 0, key, value.getBytes(UTF_8), List.of());
        return (Intake.Arrived) source.read(message, 0, 0);
    }
}
