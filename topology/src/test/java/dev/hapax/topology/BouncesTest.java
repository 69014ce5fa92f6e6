package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.delivery.Suppressions;
import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What mail servers report of deliveries, over the whole topology: from the report in a source to the suppressed address. */
class BouncesTest {

    private static final String SETTINGS = """
            topics: { partitions: 1 }
            # The driver runs everything as one task, and the ledger reads with the time of day.
            guard: { max-lateness: 3650d }
            sources:
              - { topic: bounces, format: rfc822, identity: { field: message-id }, bounces: true }
              - { topic: keyed, format: rfc822, identity: { field: message-id }, bounces: true, keyed-by-identity: true }
              - { topic: mail, format: rfc822, identity: { field: message-id } }
            delivery:
              signing-key: key.pem
              policies: [{ name: all, channel: mail }]
              channels:
                mail: { smtp: { host: mail.example.com, from: a@example.com, verified-domains: [example.com] } }
            """;

    private static final String REPORT = """
            From: MAILER-DAEMON@mx.example.com
            To: bounces@example.com
            Subject: Undelivered Mail Returned to Sender
            Message-ID: <dsn-1@mx.example.com>
            Content-Type: multipart/report; report-type=delivery-status; boundary=b

            --b
            Content-Type: text/plain

            I'm sorry to have to inform you that your message could not be delivered.

            --b
            Content-Type: message/delivery-status

            Reporting-MTA: dns; mx.example.com
            Original-Envelope-Id: invoice:42

            Final-Recipient: rfc822; ann@example.org
            Action: failed
            Status: 5.1.1
            Diagnostic-Code: smtp; 550 5.1.1 no such user

            --b
            Content-Type: text/rfc822-headers

            From: a@example.com
            To: ann@example.org
            Message-ID: <invoice+3A42.id.hapax@example.com>

            --b--
            """;

    private static final String DELAY = REPORT.replace("dsn-1", "dsn-0")
            .replace("Action: failed", "Action: delayed")
            .replace("Status: 5.1.1", "Status: 4.4.1");

    private static final String ORDINARY = """
            From: ann@example.org
            Subject: The newsletter
            Message-ID: <1@example.org>

            Hello
            """;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private HapaxFixture hapax;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("key.pem"), SigningKey.generate());
        hapax = new HapaxFixture(folder, SETTINGS);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bounces", "keyed"})
    void shouldRecordAHardBounceAndSuppressTheAddress(String topic) {
        send("invoice:42", "Ann@Example.org");
        String at = hapax.sends(topic, "<dsn-1@mx.example.com>", REPORT).toString();

        Delivery delivery = delivery("invoice:42");
        assertThat(delivery.state()).isEqualTo(DeliveryState.SENT);
        Bounce bounce = Objects.requireNonNull(delivery.bounce());
        assertThat(bounce.kind()).isEqualTo(Bounce.Kind.HARD);
        assertThat(bounce.status()).isEqualTo("5.1.1");
        Delivery.Entry entry = delivery.history().get(delivery.history().size() - 1);
        assertThat(entry.what()).isEqualTo("bounced (hard)");
        assertThat(entry.by()).isEqualTo("mail server mx.example.com");
        assertThat(entry.detail()).isEqualTo("5.1.1, read from " + at + ": smtp; 550 5.1.1 no such user");
        assertThat(suppressions()).hasSize(1);
        assertThat(suppressions().get(0).keyText()).isEqualTo("ann@example.org");
        assertThat(suppressions().get(0).json("/schema")).isEqualTo("hapax.suppression/1");
        assertThat(suppressions().get(0).json("/by")).isEqualTo("bounce");
        assertThat(suppressions().get(0).json("/reason")).isEqualTo("bounce 5.1.1 of delivery invoice:42");
        assertThat(hapax.decisions()).hasSize(1);
        assertThat(last(hapax.decisions()).decision().judgement().label()).isEqualTo("bounce");
        assertThat(hapax.quarantine()).isEmpty();
        assertThat(refused()).isEmpty();
    }

    @Test
    void shouldRecordASoftBounceAndKeepTheAddress() {
        send("invoice:42", "ann@example.org");
        hapax.sends("bounces", null, DELAY);

        assertThat(Objects.requireNonNull(delivery("invoice:42").bounce()).kind())
                .isEqualTo(Bounce.Kind.SOFT);
        assertThat(suppressions()).isEmpty();
    }

    @Test
    void shouldChangeNothingWithCopiesAndReplays() {
        send("invoice:42", "ann@example.org");
        hapax.sends("bounces", null, REPORT);
        Delivery bounced = delivery("invoice:42");

        hapax.sends("bounces", null, REPORT);
        hapax.redeliversTheLast();
        replay(1);

        assertThat(hapax.duplicates()).hasSize(2);
        assertThat(hapax.decisions()).as("the report and its replay").hasSize(2);
        assertThat(delivery("invoice:42")).isEqualTo(bounced);
        assertThat(suppressions()).hasSize(1);
        assertThat(last(refused()).header(HeaderNames.REASON)).isEqualTo("the same bounce was recorded before");
    }

    @Test
    void shouldSuppressOnceWhateverElseIsReported() {
        send("invoice:42", "ann@example.org");
        for (int i = 1; i <= 5; i++) {
            hapax.sends("bounces", null, REPORT.replace("dsn-1", "dsn-" + i));
        }

        assertThat(delivery("invoice:42").history())
                .filteredOn(it -> it.what().equals("bounced (hard)"))
                .hasSize(5);
        assertThat(suppressions()).hasSize(1);
    }

    @Test
    void shouldNotActOnASilentReplay() {
        send("invoice:42", "ann@example.org");
        Delivery before = delivery("invoice:42");

        replay(1, header(HeaderNames.SUPPRESS_ALERTS, "1"));

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(delivery("invoice:42")).isEqualTo(before);
        assertThat(refused()).isEmpty();
    }

    @Test
    void shouldNotBelieveABounceOfWhatWasNotSentOrNotToThatAddress() {
        stage("waiting", "eve@example.org", header(HeaderNames.NOT_BEFORE, "2026-05-05T12:00:00Z"));
        send("invoice:42", "ann@example.org");
        hapax.sends("bounces", null, about("waiting").replace("ann@", "eve@"));
        hapax.sends("bounces", null, about("never-staged").replace("dsn-1", "dsn-2"));
        hapax.sends(
                "bounces", null, REPORT.replace("rfc822; ann@", "rfc822; bob@").replace("dsn-1", "dsn-3"));

        assertThat(suppressions()).isEmpty();
        assertThat(delivery("invoice:42").bounce()).isNull();
        assertThat(delivery("waiting").bounce()).isNull();
        assertThat(refused())
                .extracting(record -> record.header(HeaderNames.REASON))
                .containsExactly(
                        "a bounce of a delivery that is " + delivery("waiting").state(),
                        "there is no delivery never-staged",
                        "a bounce for another recipient than that of the delivery");
        assertThat(DeliveryFormat.readEvent(
                        Objects.requireNonNull(refused().get(0).value())))
                .isInstanceOf(DeliveryEvent.Bounced.class);
    }

    @Test
    void shouldQuarantineAReportThatNamesNoDelivery() {
        hapax.sends(
                "bounces",
                null,
                REPORT.replace("Original-Envelope-Id: invoice:42\n", "").replace("<invoice+3A42.id.hapax@", "<7@"));

        assertThat(hapax.decisions()).isEmpty();
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.INVALID);
        assertThat(last(hapax.quarantine()).explanation())
                .isEqualTo("a delivery status notification, but it names no delivery: Original-Envelope-Id is missing,"
                        + " the Message-ID of the returned mail '<7@example.com>'");
        assertThat(hapax.published(hapax.settings().topic(Topic.DELIVERY_EVENTS)))
                .isEmpty();
    }

    @Test
    void shouldClassifyOrdinaryMailsAndThoseOfOtherSourcesAsUsual() {
        send("invoice:42", "ann@example.org");
        hapax.sends("bounces", null, ORDINARY);
        hapax.sends("mail", null, REPORT);

        assertThat(hapax.decisions())
                .extracting(it -> it.decision().judgement().label())
                .containsExactly("newsletter", "other");
        assertThat(delivery("invoice:42").bounce()).isNull();
        assertThat(suppressions()).isEmpty();
    }

    @Test
    void shouldStoreAHashWhereAddressesAreNotStored() {
        hapax.close();
        hapax = new HapaxFixture(folder, SETTINGS + "  hash-suppressions: true\n");
        send("invoice:42", "ann@example.org");
        hapax.sends("bounces", null, REPORT);

        assertThat(last(suppressions()).keyText()).isEqualTo(Suppressions.hashed("ann@example.org"));
        assertThat(last(suppressions()).valueText()).doesNotContain("ann@");
    }

    private static String about(String delivery) {
        return REPORT.replace("invoice:42", delivery).replace("invoice+3A42", delivery);
    }

    private void send(String id, String target) {
        stage(id, target);
        event(id, new DeliveryEvent.Claimed(1, "w1", 60_000, 30_000));
        event(id, new DeliveryEvent.Reported(1, DeliveryEvent.Result.SENT, "w1", "250 ok"));
        assertThat(delivery(id).state()).isEqualTo(DeliveryState.SENT);
    }

    private void stage(String id, String target, Header... more) {
        List<Header> headers =
                new ArrayList<>(List.of(header(HeaderNames.CHANNEL, "mail"), header(HeaderNames.TARGET, target)));
        headers.addAll(List.of(more));
        hapax.sends(
                hapax.settings().topic(Topic.DELIVERIES),
                id,
                "From: a@example.com\r\nSubject: Invoice\r\n\r\nPlease pay.\r\n",
                headers.toArray(new Header[0]));
    }

    private void event(String id, DeliveryEvent event) {
        hapax.sends(
                hapax.settings().topic(Topic.DELIVERY_EVENTS),
                id,
                new String(DeliveryFormat.write(event), StandardCharsets.UTF_8));
    }

    private void replay(int generation, Header... more) {
        List<Header> headers = new ArrayList<>(List.of(
                header(HeaderNames.SOURCE, "bounces"),
                header(HeaderNames.GENERATION, Integer.toString(generation)),
                header(HeaderNames.SOURCE_TOPIC, "bounces"),
                header(HeaderNames.SOURCE_PARTITION, "0"),
                header(HeaderNames.SOURCE_OFFSET, "0"),
                header(HeaderNames.ATTEMPTS, "0"),
                header(HeaderNames.ORIGINAL_HEADERS, "0")));
        headers.addAll(List.of(more));
        hapax.sends(
                hapax.settings().topic(Topic.REPLAYS),
                "<dsn-1@mx.example.com>",
                REPORT,
                headers.toArray(new Header[0]));
    }

    private List<Published> suppressions() {
        return hapax.published(hapax.settings().topic(Topic.SUPPRESSIONS));
    }

    private List<Published> refused() {
        return hapax.published(hapax.settings().topic(Topic.REFUSED_DELIVERIES));
    }

    private Delivery delivery(String id) {
        return hapax.published(hapax.settings().topic(Topic.LEDGER)).stream()
                .filter(record -> id.equals(record.keyText()))
                .reduce((earlier, later) -> later)
                .map(record -> DeliveryFormat.readDelivery(Objects.requireNonNull(record.value())))
                .orElseThrow();
    }
}
