package dev.hapax.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.meters.Meter;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerProcessorTest {

    private static final String ANY_STAGED = "  policies: [{ name: all, channel: mail }]\n";
    private static final long LEASE = 60_000;

    @TempDir
    private Path folder;

    private static DeliveryState state(LedgerFixture ledger, String id) {
        return Objects.requireNonNull(ledger.delivery(id)).state();
    }

    private static void claim(LedgerFixture ledger, String id, int attempt) {
        ledger.event(id, new DeliveryEvent.Claimed(attempt, "w1", LEASE, 1_000));
    }

    private static void report(LedgerFixture ledger, String id, int attempt, DeliveryEvent.Result result) {
        ledger.event(id, new DeliveryEvent.Reported(attempt, result, "w1", "250 OK"));
    }

    private static List<String> keys(List<TestRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> new String(record.key(), StandardCharsets.UTF_8))
                .toList();
    }

    private static @Nullable String header(TestRecord<byte[], byte[]> record, String name) {
        return KafkaHeaders.text(record.headers(), name);
    }

    @Test
    void shouldMakeADeliveryDueThatAPolicyApproves() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            ledger.stage("m1", "Hello");

            TestRecord<byte[], byte[]> due = ledger.written(Topic.DUE).get(0);
            assertThat(due.value()).isEqualTo("Hello".getBytes(StandardCharsets.UTF_8));
            assertThat(header(due, HeaderNames.ATTEMPT)).isEqualTo("1");
            assertThat(header(due, HeaderNames.TARGET)).isEqualTo("m1@example.org");
            assertThat(state(ledger, "m1")).isEqualTo(DeliveryState.DUE);
            assertThat(Objects.requireNonNull(Objects.requireNonNull(ledger.delivery("m1"))
                                    .approval())
                            .by())
                    .isEqualTo("policy:all");
        }
    }

    @Test
    void shouldNotBelieveARecordOfTheOpenTopicWhoStagedIt() {
        String onlyRules = "  policies: [{ name: rules, channel: mail, staged-by: \"rule:*\" }]\n";
        try (LedgerFixture ledger = new LedgerFixture(folder, onlyRules)) {
            Map<String, String> headers = Map.of(
                    HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org", HeaderNames.STAGED_BY, "rule:billing");
            ledger.send(Topic.DELIVERIES, "forged", new byte[] {1}, headers);
            ledger.send(Topic.DELIVERY_EVENTS, "own", new byte[] {1}, headers);

            assertThat(state(ledger, "forged")).isEqualTo(DeliveryState.AWAITING_APPROVAL);
            assertThat(Objects.requireNonNull(ledger.delivery("forged")).draft().stagedBy())
                    .isEqualTo("topic");
            assertThat(state(ledger, "own")).isEqualTo(DeliveryState.DUE);
        }
    }

    @Test
    void shouldKeepAtMostSoManyInFlight() {
        String two = ANY_STAGED + "  claim-batch: 2\n  max-in-flight: 2\n";
        try (LedgerFixture ledger = new LedgerFixture(folder, two)) {
            List.of("a", "b", "c", "d").forEach(id -> ledger.stage(id, "Hello"));
            assertThat(keys(ledger.written(Topic.DUE))).containsExactly("a", "b");

            claim(ledger, "a", 1);
            assertThat(keys(ledger.written(Topic.DUE))).containsExactly("a", "b");
            report(ledger, "a", 1, DeliveryEvent.Result.SENT);
            assertThat(keys(ledger.written(Topic.DUE))).containsExactly("a", "b", "c");
        }
    }

    @Test
    void shouldFillFewFreePlacesAtTheNextLook() {
        String many = ANY_STAGED + "  max-in-flight: 24\n";
        try (LedgerFixture ledger = new LedgerFixture(folder, many)) {
            List<String> ids = IntStream.range(0, 30).mapToObj(i -> "d" + i).toList();
            ids.forEach(id -> ledger.stage(id, "Hello"));
            ledger.pass(Duration.ofMillis(100));
            assertThat(ledger.written(Topic.DUE)).hasSize(24);
            claim(ledger, "d0", 1);
            report(ledger, "d0", 1, DeliveryEvent.Result.SENT);
            assertThat(ledger.written(Topic.DUE)).hasSize(24);

            ledger.pass(Duration.ofMillis(100));

            assertThat(ledger.written(Topic.DUE)).hasSize(25);
        }
    }

    @Test
    void shouldKnowLeasesAgainAfterARestart() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            ledger.stage("claimed", "Hello");
            ledger.stage("due", "Hello");
            claim(ledger, "claimed", 1);
            long end = LedgerFixture.NOW.toEpochMilli() + LEASE;

            LedgerStore successor = ledger.store();

            assertThat(successor.inFlight()).isEqualTo(2);
            assertThat(successor.timers(end - 1, 10)).isEmpty();
            assertThat(successor.timers(end, 10)).containsExactly("claimed");
        }
    }

    @Test
    void shouldStrandADeliveryThroughItsOwnTopicWhenNobodyReports() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            ledger.stage("silent", "Hello");
            ledger.stage("reported", "Hello");
            claim(ledger, "silent", 1);
            claim(ledger, "reported", 1);
            report(ledger, "reported", 1, DeliveryEvent.Result.SENT);
            ledger.pass(Duration.ofMillis(LEASE - 1_000));
            assertThat(state(ledger, "silent")).isEqualTo(DeliveryState.CLAIMED);

            ledger.pass(Duration.ofSeconds(2));

            // The test driver gives the ledger at once what it writes to the topic that it reads.
            assertThat(ledger.written(Topic.DELIVERY_EVENTS))
                    .extracting(record -> DeliveryFormat.readEvent(record.value()))
                    .containsExactly(new DeliveryEvent.LeaseEnded(1));
            assertThat(state(ledger, "silent")).isEqualTo(DeliveryState.STRANDED);
            assertThat(state(ledger, "reported")).isEqualTo(DeliveryState.SENT);
        }
    }

    @Test
    void shouldTryAgainAfterTheBackoff() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED + "  backoff: 30s\n")) {
            ledger.stage("m1", "Hello");
            claim(ledger, "m1", 1);
            report(ledger, "m1", 1, DeliveryEvent.Result.NOT_SENT);

            ledger.pass(Duration.ofSeconds(29));
            assertThat(ledger.written(Topic.DUE)).hasSize(1);
            ledger.pass(Duration.ofSeconds(2));
            assertThat(ledger.written(Topic.DUE)).hasSize(2);
            assertThat(header(ledger.written(Topic.DUE).get(1), HeaderNames.ATTEMPT))
                    .isEqualTo("2");
        }
    }

    @Test
    void shouldChainSignedReceipts() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            for (String id : List.of("a", "b", "c")) {
                ledger.stage(id, "Hello");
                claim(ledger, id, 1);
                report(ledger, id, 1, DeliveryEvent.Result.SENT);
            }

            List<Receipt> receipts = ledger.receipts();
            assertThat(receipts).extracting(Receipt::id).containsExactly("a", "b", "c");
            Receipt.Link last = Receipt.Link.FIRST;
            for (Receipt receipt : receipts) {
                assertThat(receipt.follows(last)).isTrue();
                assertThat(receipt.isSignedBy(ledger.key().trusted())).isTrue();
                assertThat(receipt.state()).isEqualTo(DeliveryState.SENT);
                assertThat(receipt.approvedBy()).isEqualTo("policy:all");
                last = receipt.link();
            }
            assertThat(receipts.get(2).follows(receipts.get(0).link()))
                    .as("with one taken away")
                    .isFalse();
        }
    }

    @Test
    void shouldCountOnlyApprovalsThatAKnownKeySigned() {
        try (LedgerFixture ledger = new LedgerFixture(folder, "  four-eyes: true\n")) {
            Map<String, String> staged =
                    Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org", HeaderNames.STAGED_BY, "ann");
            ledger.send(Topic.DELIVERY_EVENTS, "m1", new byte[] {1}, staged);
            Delivery delivery = Objects.requireNonNull(ledger.delivery("m1"));
            SigningKey stranger = SigningKey.read(SigningKey.generate());

            ledger.event("m1", new DeliveryEvent.Reviewed(approval(delivery, "bob")));
            ledger.event(
                    "m1", new DeliveryEvent.Reviewed(approval(delivery, "bob").signed("m1", stranger)));
            ledger.event(
                    "m1", new DeliveryEvent.Reviewed(approval(delivery, "bob").signed("m2", ledger.key())));
            ledger.event(
                    "m1", new DeliveryEvent.Reviewed(approval(delivery, "ann").signed("m1", ledger.key())));
            ledger.event("m1", new DeliveryEvent.Reviewed(approval(delivery, "policy:all")));
            assertThat(state(ledger, "m1")).isEqualTo(DeliveryState.AWAITING_APPROVAL);
            assertThat(Objects.requireNonNull(ledger.delivery("m1")).history())
                    .extracting(Delivery.Entry::what)
                    .containsExactly(
                            "staged",
                            "approval refused",
                            "approval refused",
                            "approval refused",
                            "approval refused",
                            "approval refused");

            ledger.event(
                    "m1", new DeliveryEvent.Reviewed(approval(delivery, "bob").signed("m1", ledger.key())));
            assertThat(state(ledger, "m1")).isEqualTo(DeliveryState.DUE);
        }
    }

    @Test
    void shouldRefuseAStagingWithoutItsArtifactWhichNobodyCouldSend() {
        try (LedgerFixture ledger = new LedgerFixture(folder, "")) {
            DeliveryEvent.Draft draft =
                    new DeliveryEvent.Draft("mail", "a@b.org", "00ff", 2, "ann", null, 1, 0, Long.MAX_VALUE);

            ledger.event("m1", new DeliveryEvent.Staged(draft));

            assertThat(ledger.delivery("m1")).isNull();
        }
    }

    private static Approval approval(Delivery delivery, String by) {
        long now = LedgerFixture.NOW.toEpochMilli();
        return new Approval(
                true,
                by,
                delivery.draft().sha256(),
                delivery.draft().target(),
                now,
                now + Duration.ofDays(1).toMillis(),
                "checked",
                null,
                null);
    }

    @Test
    void shouldRefuseOtherContentForAnIdVerbatim() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            ledger.stage("m1", "Hello");
            ledger.stage("m1", "Hello");
            ledger.stage("m1", "Good bye");

            assertThat(ledger.written(Topic.DUE)).hasSize(1);
            List<TestRecord<byte[], byte[]>> refused = ledger.written(Topic.REFUSED_DELIVERIES);
            assertThat(refused).hasSize(1);
            assertThat(refused.get(0).value()).isEqualTo("Good bye".getBytes(StandardCharsets.UTF_8));
            assertThat(header(refused.get(0), HeaderNames.REASON)).contains("m1", "other content");
        }
    }

    @Test
    void shouldRefuseWhatIsNoDeliveryAndGoOn() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED + "  max-artifact-bytes: 1KiB\n")) {
            Map<String, String> good = Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org");
            ledger.send(Topic.DELIVERIES, (String) null, new byte[] {1}, good);
            ledger.send(Topic.DELIVERIES, "no-value", null, good);
            ledger.send(Topic.DELIVERIES, "large", new byte[2_000], good);
            ledger.send(Topic.DELIVERIES, "new\nline", new byte[] {1}, good);
            ledger.send(Topic.DELIVERIES, "no-headers", new byte[] {1}, Map.of());
            ledger.send(
                    Topic.DELIVERIES,
                    "no-channel",
                    new byte[] {1},
                    Map.of(HeaderNames.CHANNEL, "fax", HeaderNames.TARGET, "a@b.org"));
            ledger.send(
                    Topic.DELIVERIES,
                    "injected",
                    new byte[] {1},
                    Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org\r\nRCPT TO:<c@d.org>"));
            ledger.send(
                    Topic.DELIVERIES,
                    "time",
                    new byte[] {1},
                    Map.of(
                            HeaderNames.CHANNEL,
                            "mail",
                            HeaderNames.TARGET,
                            "a@b.org",
                            HeaderNames.EXPIRES,
                            "tomorrow"));
            ledger.send(Topic.DELIVERY_EVENTS, "event", "{}".getBytes(StandardCharsets.UTF_8), Map.of());
            ledger.event("unknown", new DeliveryEvent.LeaseEnded(1));
            ledger.stage("good", "Hello");

            assertThat(ledger.written(Topic.REFUSED_DELIVERIES))
                    .extracting(record -> header(record, HeaderNames.REASON))
                    .satisfiesExactly(
                            reason -> assertThat(reason).contains("no key"),
                            reason -> assertThat(reason).contains("no value"),
                            reason -> assertThat(reason).contains("2000 bytes", "delivery.max-artifact-bytes"),
                            reason -> assertThat(reason).contains("control characters"),
                            reason -> assertThat(reason).contains("hapax-target: must be set"),
                            reason -> assertThat(reason).contains("no channel 'fax'", "mail"),
                            reason -> assertThat(reason).contains("hapax-target", "control characters"),
                            reason -> assertThat(reason).contains("hapax-expires", "tomorrow"),
                            reason -> assertThat(reason).contains("schema"));
            assertThat(keys(ledger.written(Topic.DUE))).containsExactly("good");
        }
    }

    /** What can't be written would stop the instance again and again. */
    @Test
    void shouldWriteRecordsOfBoundedSizeWhateverComesIn() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED + "  max-artifact-bytes: 1KiB\n")) {
            String large = "x".repeat(500_000);
            ledger.send(Topic.DELIVERIES, "value", new byte[5_000_000], Map.of(HeaderNames.CHANNEL, large));
            ledger.send(Topic.DELIVERIES, large, new byte[5_000_000], Map.of(HeaderNames.CHANNEL, "mail"));
            ledger.send(
                    Topic.DELIVERIES,
                    "cause",
                    new byte[] {1},
                    Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org", HeaderNames.CAUSE, large));
            ledger.send(
                    Topic.DELIVERIES,
                    "time",
                    new byte[] {1},
                    Map.of(
                            HeaderNames.CHANNEL,
                            "mail",
                            HeaderNames.TARGET,
                            "a@b.org",
                            HeaderNames.EXPIRES,
                            "y".repeat(9_000)));
            ledger.stage("good", "Hello");
            for (int i = 0; i < 200; i++) {
                ledger.event("good", new DeliveryEvent.CancelRequested("ann", "z".repeat(15_000)));
            }
            ledger.event("good", new DeliveryEvent.CancelRequested("ann", large));

            assertThat(ledger.written(Topic.REFUSED_DELIVERIES)).hasSize(5).allSatisfy(record -> {
                long size = KafkaHeaders.size(record.headers())
                        + (record.key() == null ? 0 : record.key().length)
                        + (record.value() == null ? 0 : record.value().length);
                assertThat(size).isLessThan(64 * 1024);
            });
            assertThat(header(ledger.written(Topic.REFUSED_DELIVERIES).get(0), HeaderNames.VALUE_BYTES))
                    .isEqualTo("5000000");
            assertThat(ledger.written(Topic.LEDGER))
                    .allSatisfy(record -> assertThat(record.value()).hasSizeLessThan(512 * 1024));
        }
    }

    @Test
    void shouldRefuseAKeyThatIsNotUtf8() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            ledger.send(
                    Topic.DELIVERIES,
                    new byte[] {(byte) 0xff, 'a'},
                    new byte[] {1},
                    Map.of(HeaderNames.CHANNEL, "mail", HeaderNames.TARGET, "a@b.org"));

            assertThat(ledger.written(Topic.DUE)).isEmpty();
            assertThat(header(ledger.written(Topic.REFUSED_DELIVERIES).get(0), HeaderNames.REASON))
                    .contains("not UTF-8");
        }
    }

    @Test
    void shouldCarryAValidTraceToWorkersAndDropAnyOther() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED)) {
            String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
            for (String value : List.of(trace, "00-4bf9-00f0-01", trace + "-more\r\nX: y")) {
                ledger.send(
                        Topic.DELIVERIES,
                        "m" + value.length(),
                        new byte[] {1},
                        Map.of(
                                HeaderNames.CHANNEL,
                                "mail",
                                HeaderNames.TARGET,
                                "a@b.org",
                                HeaderNames.TRACEPARENT,
                                value));
            }

            assertThat(ledger.written(Topic.DUE))
                    .extracting(record -> header(record, HeaderNames.TRACEPARENT))
                    .containsExactly(trace, null, null);
        }
    }

    @Test
    void shouldShowWhatIsOpenAndHowLongTheFirstApprovalWaits() {
        try (LedgerFixture ledger = new LedgerFixture(folder, "  lease: 1m\n")) {
            ledger.stage("first", "Hello");
            ledger.pass(Duration.ofSeconds(90));
            ledger.stage("second", "Hello");
            ledger.stage("third", "Hello");
            approve(ledger, "second");
            approve(ledger, "third");
            claim(ledger, "third", 1);
            ledger.pass(Duration.ofSeconds(2));

            assertThat(open(ledger, DeliveryState.AWAITING_APPROVAL)).isEqualTo(1);
            assertThat(open(ledger, DeliveryState.DUE)).isEqualTo(1);
            assertThat(open(ledger, DeliveryState.CLAIMED)).isEqualTo(1);
            assertThat(ledger.store().counts().awaitingSince()).isEqualTo(LedgerFixture.NOW.toEpochMilli());
            assertThat(ledger.store().counts().open())
                    .as("counted anew by a successor")
                    .containsEntry(DeliveryState.DUE, 1L)
                    .containsEntry(DeliveryState.CLAIMED, 1L)
                    .containsEntry(DeliveryState.AWAITING_APPROVAL, 1L);

            ledger.pass(Duration.ofMillis(LEASE));
            ledger.pass(Duration.ofSeconds(2));
            assertThat(open(ledger, DeliveryState.STRANDED)).isEqualTo(1);
            approve(ledger, "first");
            ledger.event("first", new DeliveryEvent.CancelRequested("ann", "typo"));
            ledger.pass(Duration.ofSeconds(2));
            assertThat(open(ledger, DeliveryState.AWAITING_APPROVAL)).isZero();
            assertThat(ledger.gauge(Meter.APPROVAL_AGE)).isZero();
        }
    }

    private static double open(LedgerFixture ledger, DeliveryState state) {
        return ledger.gauge(Meter.OPEN_DELIVERIES, "state", state.name());
    }

    private static void approve(LedgerFixture ledger, String id) {
        Delivery delivery = Objects.requireNonNull(ledger.delivery(id));
        ledger.event(id, new DeliveryEvent.Reviewed(approval(delivery, "bob").signed(id, ledger.key())));
    }

    @Test
    void shouldTryAgainWhenTheTargetIgnoresRepeatedIds() {
        String hooks = """
                    hooks: { http: { allow: [hooks.example.com], idempotency-window: 23h } }
                  policies: [{ name: all, channel: hooks }]
                """;
        try (LedgerFixture ledger = new LedgerFixture(folder, hooks)) {
            ledger.stage("hooks", "h1", "https://hooks.example.com/");
            claim(ledger, "h1", 1);
            ledger.pass(Duration.ofMillis(LEASE + 1_000));
            assertThat(state(ledger, "h1")).as("nobody has reported").isEqualTo(DeliveryState.APPROVED);

            ledger.pass(Duration.ofMinutes(1));
            assertThat(ledger.written(Topic.DUE)).hasSize(2);
            claim(ledger, "h1", 2);
            report(ledger, "h1", 2, DeliveryEvent.Result.SENT);
            assertThat(state(ledger, "h1")).isEqualTo(DeliveryState.SENT);
        }
    }

    @Test
    void shouldForgetADeliveryAfterItsRetention() {
        try (LedgerFixture ledger = new LedgerFixture(folder, ANY_STAGED + "  retention: 8d\n")) {
            ledger.stage("m1", "Hello");
            claim(ledger, "m1", 1);
            report(ledger, "m1", 1, DeliveryEvent.Result.REFUSED);

            ledger.pass(Duration.ofDays(8).minusMinutes(1));
            assertThat(state(ledger, "m1")).isEqualTo(DeliveryState.REFUSED);
            ledger.pass(Duration.ofMinutes(2));
            assertThat(ledger.delivery("m1")).isNull();
        }
    }
}
