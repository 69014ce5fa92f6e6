package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Header;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.topics.Topic;
import dev.hapax.wire.ArrivedSerde;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every arrow a message can take, from input topic to output topic. */
class TopologyTest {

    /** Keyed by identity, and not. */
    private static final List<String> TOPICS = List.of("payments", "hooks");

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, namespace: hook, identity: { field: /id }, fields: { subject: /title } }
                  - { topic: payments, namespace: pay, keyed-by-identity: true, identity: { field: /id }, fields: { subject: /title } }
                  - { topic: changes, namespace: change, identity: { record-key: true } }
                  - { topic: strict, namespace: strict, identity: { field: /id }, fingerprint: [/amount], classifier: moody }
                  - { topic: anonymous, namespace: anon, identity: { field: /id }, on-missing-identity: admit }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldDecideEveryAdmittedMessage() {
        Coordinates hook = hapax.sends("hooks", "any key", json("h-1", "Payment failed"));
        Coordinates payment = hapax.sends("payments", "pay:p-1", json("p-1", "The newsletter"));

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("hook:h-1", "pay:p-1");
        Decision first = hapax.decisions().get(0).decision();
        assertThat(first.identity()).isEqualTo("hook:h-1");
        assertThat(first.generation()).isZero();
        assertThat(first.source()).isEqualTo("hooks");
        assertThat(first.at()).isEqualTo(hook);
        assertThat(first.eventTime()).isEqualTo(NOW.toEpochMilli());
        assertThat(first.judgement().label()).isEqualTo("billing-failure");
        assertThat(first.judgement().important()).isTrue();
        assertThat(first.judgement().rule()).isEqualTo("billing.failed");
        assertThat(first.judgement().reason()).isEqualTo("Billing: Payment failed");
        assertThat(first.classifier()).startsWith("rules@");
        assertThat(hapax.decisions().get(0).json("/schema")).isEqualTo("hapax.decision/1");
        assertThat(hapax.decisions().get(1).decision().at()).isEqualTo(payment);
        assertThat(hapax.decisions().get(1).label()).isEqualTo("newsletter");
        assertThat(hapax.duplicates()).isEmpty();
        assertThat(hapax.quarantine()).isEmpty();
    }

    @Test
    void shouldAlertOnImportantDecisionsOnly() {
        hapax.sends("hooks", null, json("h-1", "The newsletter"));
        hapax.sends("hooks", null, json("h-2", "Payment failed"));
        hapax.sends("payments", "pay:p-1", json("p-1", "nothing of note"));
        hapax.sends("hooks", null, json("h-2", "Payment failed"));

        assertThat(hapax.alerts()).extracting(Published::keyText).containsExactly("hook:h-2");
        Published alert = hapax.alerts().get(0);
        Published decision = hapax.decisions().get(1);
        assertThat(alert.value()).isEqualTo(decision.value());
        assertThat(alert.headerNames()).isEqualTo(decision.headerNames());
        assertThat(alert.time()).isEqualTo(decision.time());
    }

    @Test
    void shouldCarryTheOriginalHeadersThroughAndItsOwnOnesBehindThem() {
        for (String topic : TOPICS) {
            Coordinates at = hapax.sends(
                    topic,
                    key(topic, "1"),
                    json("1", "Payment failed"),
                    NOW.minusSeconds(7),
                    header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
                    header("tag", "one"),
                    header("tag", null),
                    header(HeaderNames.IDENTITY, "forged"),
                    header("hapax-anything", "forged"));

            Published decision = last(hapax.decisions());
            assertThat(decision.headerNames())
                    .containsExactly(
                            "traceparent",
                            "tag",
                            "tag",
                            HeaderNames.IDENTITY,
                            HeaderNames.GENERATION,
                            HeaderNames.SOURCE,
                            HeaderNames.SOURCE_TOPIC,
                            HeaderNames.SOURCE_PARTITION,
                            HeaderNames.SOURCE_OFFSET,
                            HeaderNames.CLASSIFIER);
            assertThat(decision.header("traceparent")).startsWith("00-4bf92f3577b34da6");
            assertThat(decision.headers().get(2).value()).isNull();
            assertThat(decision.identity()).isEqualTo(decision.keyText()).isEqualTo(key(topic, "1"));
            assertThat(decision.header(HeaderNames.GENERATION)).isEqualTo("0");
            assertThat(decision.header(HeaderNames.SOURCE)).isEqualTo(topic);
            assertThat(decision.header(HeaderNames.SOURCE_TOPIC)).isEqualTo(topic);
            assertThat(decision.header(HeaderNames.SOURCE_PARTITION)).isEqualTo("0");
            assertThat(decision.header(HeaderNames.SOURCE_OFFSET)).isEqualTo(Long.toString(at.offset()));
            assertThat(decision.header(HeaderNames.CLASSIFIER))
                    .isEqualTo(decision.decision().classifier());
            assertThat(decision.time()).isEqualTo(NOW.minusSeconds(7));
        }
    }

    @Test
    void shouldNoteADuplicateWithBothCoordinatesAndTheFirstOutcome() {
        for (String topic : TOPICS) {
            String key = key(topic, "1");
            Coordinates first = hapax.sends(topic, key, json("1", "Payment failed"), NOW.minusSeconds(60));
            Coordinates second = hapax.sends(topic, key, "{\"title\" : \"Payment failed\", \"id\":\"1\"}");

            Published note = last(hapax.duplicates());
            assertThat(note.keyText()).isEqualTo(key(topic, "1"));
            assertThat(note.identity()).isEqualTo(key(topic, "1"));
            assertThat(note.header(HeaderNames.SOURCE_OFFSET)).isEqualTo(Long.toString(second.offset()));
            assertThat(note.json("/schema")).isEqualTo("hapax.duplicate/1");
            assertThat(note.json("/kind")).isEqualTo("duplicate");
            assertThat(note.json("/at/topic")).isEqualTo(topic);
            assertThat(note.json("/at/offset")).isEqualTo(Long.toString(second.offset()));
            assertThat(note.json("/first/at/topic")).isEqualTo(topic);
            assertThat(note.json("/first/at/offset")).isEqualTo(Long.toString(first.offset()));
            assertThat(note.json("/first/eventTime")).isEqualTo("2026-05-04T11:59:00Z");
            assertThat(note.json("/first/outcome")).isEqualTo("decided");
            assertThat(note.json("/first/label")).isEqualTo("billing-failure");
            assertThat(note.json("/first/important")).isEqualTo("true");
            assertThat(note.time()).isEqualTo(NOW);
        }
        assertThat(hapax.decisions()).hasSize(2);
        assertThat(hapax.quarantine()).isEmpty();
    }

    @Test
    void shouldNoteTheVerySameRecordReadAgainAsRedelivery() {
        Coordinates at = hapax.sends("hooks", null, json("h-1", "Payment failed"));

        hapax.redeliversTheLast();

        assertThat(hapax.decisions()).hasSize(1);
        Published note = last(hapax.duplicates());
        assertThat(note.json("/kind")).isEqualTo("redelivery");
        assertThat(note.json("/at/offset")).isEqualTo(Long.toString(at.offset()));
        assertThat(note.json("/first/at/offset")).isEqualTo(Long.toString(at.offset()));
    }

    @Test
    void shouldQuarantineAConflictAndNeverDropIt() {
        for (String topic : TOPICS) {
            Coordinates first = hapax.sends(topic, key(topic, "1"), json("1", "Payment failed"));
            hapax.sends(topic, key(topic, "1"), json("1", "Payment refunded"));

            Published held = last(hapax.quarantine());
            assertThat(held.reason()).isEqualTo(Reason.CONFLICT);
            assertThat(held.valueText()).isEqualTo(json("1", "Payment refunded"));
            assertThat(held.keyText()).isEqualTo(key(topic, "1"));
            assertThat(held.identity()).isEqualTo(key(topic, "1"));
            assertThat(held.explanation()).contains(first.toString(), "billing-failure");
            assertThat(held.header(HeaderNames.PHASE)).isEqualTo("guard");
        }
        assertThat(hapax.decisions()).hasSize(2);
        assertThat(hapax.duplicates()).isEmpty();
    }

    @Test
    void shouldLookOnlyAtTheFieldsOfTheFingerprintForAConflict() {
        hapax.sends("strict", null, "{\"id\":1,\"amount\":10,\"note\":\"a\"}");
        hapax.sends("strict", null, "{\"id\":1,\"amount\":1e1,\"note\":\"b\"}");
        hapax.sends("strict", null, "{\"id\":1,\"amount\":11,\"note\":\"a\"}");

        assertThat(hapax.duplicates()).hasSize(1);
        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.CONFLICT);
    }

    @Test
    void shouldQuarantineTheLate() {
        for (String topic : TOPICS) {
            hapax.sends(topic, key(topic, "1"), json("1", "The newsletter"));
            hapax.sends(topic, key(topic, "2"), json("2", "too late"), NOW.minusMillis(3_600_001));
            hapax.sends(topic, key(topic, "3"), json("3", "just in time"), NOW.minusMillis(3_600_000));

            Published held = last(hapax.quarantine());
            assertThat(held.reason()).isEqualTo(Reason.LATE);
            assertThat(held.identity()).isEqualTo(key(topic, "2"));
            assertThat(held.explanation()).contains("guard.max-lateness");
            assertThat(last(hapax.decisions()).identity()).isEqualTo(key(topic, "3"));
        }
        assertThat(hapax.quarantine()).hasSize(2);
    }

    @Test
    void shouldKeepKeyHeadersTimestampAndCoordinatesOverTheRepartitionTopic() {
        Header[] headers = {header("a", "1"), header("a", null), header("", ""), header("hapax-mine", "kept")};
        Coordinates at = hapax.sends("hooks", "\u0000key", json("h-1", "The newsletter"), NOW.minusSeconds(3), headers);
        // Refused behind the hop, so that quarantine shows what came over it.
        Coordinates conflicting = hapax.sends("hooks", "\u0000key", json("h-1", "other"), NOW.minusSeconds(2), headers);

        assertThat(last(hapax.decisions()).decision().at()).isEqualTo(at);
        assertThat(last(hapax.decisions()).time()).isEqualTo(NOW.minusSeconds(3));
        Published held = last(hapax.quarantine());
        assertThat(held.keyText()).isEqualTo("\u0000key");
        assertThat(held.headerNames().subList(0, 4)).containsExactly("a", "a", "", "hapax-mine");
        assertThat(held.headers().get(1).value()).isNull();
        assertThat(held.headers().get(2).value()).isEmpty();
        assertThat(held.header(HeaderNames.TIMESTAMP))
                .isEqualTo(Long.toString(NOW.minusSeconds(2).toEpochMilli()));
        assertThat(held.header(HeaderNames.ERROR_OFFSET)).isEqualTo(Long.toString(conflicting.offset()));
        assertThat(held.header(HeaderNames.ERROR_TOPIC)).isEqualTo("hooks");
    }

    @Test
    void shouldLetTombstonesAct() {
        hapax.sends("changes", "customer-1", null);
        hapax.sends("changes", "customer-1", null);
        hapax.sends("changes", "customer-1", "{}");

        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("change:customer-1");
        assertThat(last(hapax.decisions()).label()).isEqualTo("other");
        assertThat(hapax.duplicates()).hasSize(1);
        // To delete and to keep under one identity contradict each other.
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.CONFLICT);
    }

    @Test
    void shouldKeepATombstoneInQuarantine() {
        hapax.sends("hooks", "k", null);

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(held.value()).isNull();
        assertThat(held.keyText()).isEqualTo("k");
    }

    @Test
    void shouldQuarantineOrAdmitWhatHasNoIdentityAsConfigured() {
        hapax.sends("hooks", null, "{\"title\":\"Payment failed\"}");
        Coordinates one = hapax.sends("anonymous", null, "{\"subject\":\"Payment failed\"}");
        Coordinates two = hapax.sends("anonymous", null, "{\"subject\":\"Payment failed\"}");

        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.NO_IDENTITY);
        assertThat(hapax.decisions())
                .extracting(Published::keyText)
                .containsExactly("anon:unidentified:" + one, "anon:unidentified:" + two);
        assertThat(hapax.duplicates()).isEmpty();

        hapax.redeliversTheLast();

        assertThat(last(hapax.duplicates()).json("/kind")).isEqualTo("redelivery");
    }

    @Test
    void shouldQuarantineWhatIsNotKeyedAsItsSourcePromises() {
        hapax.sends("payments", "p-1", json("p-1", "Payment failed"));
        hapax.sends("payments", null, json("p-1", "Payment failed"));

        assertThat(hapax.quarantine()).extracting(Published::reason).containsOnly(Reason.INVALID);
        assertThat(hapax.quarantine()).extracting(Published::identity).containsOnly("pay:p-1");
        assertThat(hapax.decisions()).isEmpty();
    }

    @Test
    void shouldRememberWhatItsClassifierCouldNotDecide() {
        Coordinates first = hapax.sends("strict", null, "{\"id\":1,\"mood\":\"broken\"}");
        hapax.sends("strict", null, "{\"id\":1,\"mood\":\"broken\"}");

        assertThat(hapax.quarantine()).extracting(Published::reason).containsExactly(Reason.CLASSIFIER_FAILED);
        Published note = last(hapax.duplicates());
        assertThat(note.json("/first/outcome")).isEqualTo("quarantined");
        assertThat(note.json("/first/label")).isEqualTo("CLASSIFIER_FAILED");
        assertThat(note.json("/first/at/offset")).isEqualTo(Long.toString(first.offset()));
        assertThat(hapax.decisions()).isEmpty();
    }

    @Test
    void shouldGoOnWhenAClassifierAnswersNothing() {
        hapax.sends("strict", null, "{\"id\":1,\"mood\":\"silent\"}");
        hapax.sends("strict", null, "{\"id\":2,\"mood\":\"nameless\"}");
        hapax.sends("strict", null, "{\"id\":3,\"mood\":\"endless\"}");
        hapax.sends("strict", null, "{\"id\":4}");

        assertThat(hapax.quarantine())
                .extracting(Published::reason)
                .containsExactly(Reason.CLASSIFIER_FAILED, Reason.CLASSIFIER_FAILED, Reason.CLASSIFIER_FAILED);
        assertThat(hapax.decisions()).extracting(Published::keyText).containsExactly("strict:4");
    }

    @Test
    void shouldQuarantineWhatWasUnderWayWhenItsSourceWasRemoved() {
        Message message = new Message(new Coordinates("gone", 2, 5), NOW.toEpochMilli(), null, null, List.of());
        Arrival arrival = new Arrival("gone", message, "gone:1", new Fingerprint(1, 2), 0, 0);

        hapax.sendsBytes(
                Topic.REPARTITION.name("", "hapax-test"),
                "gone:1".getBytes(StandardCharsets.UTF_8),
                new ArrivedSerde().serialize("", Intake.Arrived.moved(arrival, null)),
                NOW);

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.INVALID);
        assertThat(held.explanation()).contains("'gone' is not configured any more");
        assertThat(held.header(HeaderNames.ERROR_TOPIC)).isEqualTo("gone");
        assertThat(held.value()).isNull();
    }

    @Test
    void shouldDecideTheSameAgainByTheSameRules(@TempDir Path elsewhere) {
        hapax.sends("hooks", "k", json("h-1", "Payment failed"));
        hapax.sends("payments", "pay:p-1", json("p-1", "The newsletter"));

        try (HapaxFixture other = new HapaxFixture(elsewhere, """
                sources:
                  - { topic: hooks, namespace: hook, identity: { field: /id }, fields: { subject: /title } }
                  - { topic: payments, namespace: pay, keyed-by-identity: true, identity: { field: /id }, fields: { subject: /title } }
                """)) {
            other.passes(Duration.ofDays(3));
            other.sends("hooks", "k", json("h-1", "Payment failed"), NOW);
            other.sends("payments", "pay:p-1", json("p-1", "The newsletter"), NOW);

            assertThat(other.decisions())
                    .extracting(Published::valueText)
                    .isEqualTo(
                            hapax.decisions().stream().map(Published::valueText).toList());
        }
    }

    private static String key(String topic, String id) {
        return (topic.equals("payments") ? "pay:" : "hook:") + id;
    }

    private static String json(String id, String title) {
        return "{\"id\":\"" + id + "\",\"title\":\"" + title + "\"}";
    }
}
