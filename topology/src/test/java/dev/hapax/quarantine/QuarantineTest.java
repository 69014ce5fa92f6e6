package dev.hapax.quarantine;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.intake.Formats;
import dev.hapax.topology.HapaxFixture;
import dev.hapax.topology.Published;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a quarantined record says: the original, byte for byte, and why it is here. */
class QuarantineTest {

    /** What runbooks say of each reason: what kind of trouble it is, what is usually done, how far the message came. */
    private static final Map<Reason, List<String>> RUNBOOK = Map.ofEntries(
            Map.entry(Reason.UNREADABLE, List.of("POISON", "fix-and-replay", "intake")),
            Map.entry(Reason.INVALID, List.of("POISON", "fix-and-replay", "intake")),
            Map.entry(Reason.NO_IDENTITY, List.of("POISON", "fix-and-replay", "intake")),
            Map.entry(Reason.TOO_LARGE, List.of("POLICY", "review", "intake")),
            Map.entry(Reason.IN_THE_FUTURE, List.of("POLICY", "fix-and-replay", "intake")),
            Map.entry(Reason.LATE, List.of("POLICY", "review", "guard")),
            Map.entry(Reason.CONFLICT, List.of("CONFLICT", "review", "guard")),
            Map.entry(Reason.CLASSIFIER_FAILED, List.of("POISON", "fix-and-replay", "classify")),
            Map.entry(Reason.RETRIES_EXHAUSTED, List.of("EXHAUSTED", "drop", "intake")),
            Map.entry(Reason.INTERNAL, List.of("POISON", "review", "intake")));

    private static final String SMALL = "quarantine: { max-record-bytes: 32KiB }\nlimits: { max-message-bytes: 16KiB }";
    private static final byte[] KEY = {0, -1, 'k', -62};

    @TempDir
    private Path folder;

    private @Nullable HapaxFixture running;

    @AfterEach
    void stop() {
        if (running != null) {
            running.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOriginalAndSayWhyForEveryReason(Reason reason) {
        HapaxFixture hapax = start("");
        hapax.sends("in", null, "{\"id\":\"first\"}");
        Header[] headers = {
            header("a", "1"), header("nothing", null), header("a", "2"), header("", ""), new Header("raw", KEY)
        };

        Sent sent = cause(reason, hapax, headers);

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(reason);
        assertThat(List.of(
                        text(held, HeaderNames.DISPOSITION),
                        text(held, HeaderNames.NEXT_ACTION),
                        text(held, HeaderNames.PHASE)))
                .isEqualTo(RUNBOOK.get(reason));
        assertThat(held.key()).isEqualTo(KEY);
        assertThat(held.value()).isEqualTo(sent.value());
        assertSameHeaders(held.headers().subList(0, headers.length), headers);
        assertThat(held.header(HeaderNames.ORIGINAL_HEADERS)).isEqualTo(Integer.toString(headers.length));
        assertThat(held.header(HeaderNames.ERROR_TOPIC)).isEqualTo(sent.at().topic());
        assertThat(held.header(HeaderNames.ERROR_PARTITION)).isEqualTo("0");
        assertThat(held.header(HeaderNames.ERROR_OFFSET))
                .isEqualTo(Long.toString(sent.at().offset()));
        assertThat(held.header(HeaderNames.TIMESTAMP))
                .isEqualTo(Long.toString(sent.time().toEpochMilli()));
        assertThat(held.header(HeaderNames.ATTEMPTS)).isEqualTo(reason == Reason.RETRIES_EXHAUSTED ? "6" : "1");
        assertThat(held.header(HeaderNames.GENERATION)).isEqualTo(reason == Reason.RETRIES_EXHAUSTED ? "1" : "0");
        assertThat(held.header(HeaderNames.APP)).isEqualTo("hapax-test");
        assertThat(held.header(HeaderNames.QUARANTINED_AT)).isEqualTo("2026-05-04T12:00:00Z");
        assertThat(held.time()).isEqualTo(NOW);
        assertThat(held.header(HeaderNames.SOURCE)).isEqualTo(sent.at().topic());
        assertThat(held.header(HeaderNames.ERROR_EXCEPTION)).isNotBlank();
        assertThat(held.explanation()).isNotBlank();
        if (!text(held, HeaderNames.PHASE).equals(Phase.INTAKE.code())) {
            assertThat(held.identity()).isNotBlank();
            assertThat(held.header(HeaderNames.FINGERPRINT)).matches("[0-9a-f]{32}");
        }

        // And what follows is decided.
        hapax.sends("in", null, "{\"id\":\"next\"}");
        assertThat(last(hapax.decisions()).keyText()).isEqualTo("next");
    }

    /** A reason that is new has no case here, and this does not compile. */
    private static Sent cause(Reason reason, HapaxFixture hapax, Header... headers) {
        return switch (reason) {
            case UNREADABLE -> send(hapax, "in", "{\"id\":", NOW, headers);
            case INVALID -> send(hapax, "in", "{\"id\":[]}", NOW, headers);
            case NO_IDENTITY -> send(hapax, "in", "{}", NOW, headers);
            case TOO_LARGE -> send(hapax, "in", "\"" + "x".repeat(1 << 20) + "\"", NOW, headers);
            case IN_THE_FUTURE -> send(hapax, "in", "{\"id\":1}", NOW.plus(Duration.ofDays(3650)), headers);
            case LATE -> send(hapax, "in", "{\"id\":1}", NOW.minus(Duration.ofDays(1)), headers);
            case CONFLICT -> send(hapax, "in", "{\"id\":\"first\",\"more\":1}", NOW, headers);
            case CLASSIFIER_FAILED -> send(hapax, "in", "{\"id\":1,\"mood\":\"broken\"}", NOW, headers);
            case RETRIES_EXHAUSTED -> exhaust(hapax, headers);
            case INTERNAL -> send(hapax, "defective", "{\"id\":1}", NOW, headers);
        };
    }

    private static Sent send(HapaxFixture hapax, String topic, String value, Instant time, Header... headers) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return new Sent(hapax.sendsBytes(topic, KEY, bytes, time, headers), bytes, time);
    }

    private static Sent exhaust(HapaxFixture hapax, Header... headers) {
        List<Header> replay = new ArrayList<>(List.of(headers));
        replay.add(header(HeaderNames.ORIGINAL_HEADERS, Integer.toString(headers.length)));
        replay.add(header(HeaderNames.GENERATION, "1"));
        replay.add(header(HeaderNames.ATTEMPTS, "5"));
        replay.add(header(HeaderNames.SOURCE, "in"));
        replay.add(header(HeaderNames.SOURCE_TOPIC, "in"));
        replay.add(header(HeaderNames.SOURCE_PARTITION, "0"));
        replay.add(header(HeaderNames.SOURCE_OFFSET, "999"));
        replay.add(new Header(HeaderNames.SOURCE_KEY, KEY));
        hapax.sends("hapax.replays", "whatever", "", NOW, replay.toArray(new Header[0]));
        return new Sent(new Coordinates("in", 0, 999), new byte[0], NOW);
    }

    @Test
    void shouldNameTheRootCauseAndNotWhatWasWrappedAroundIt() {
        HapaxFixture hapax = start("");

        hapax.sends("in", null, "{\"id\":1,\"mood\":\"broken\"}");

        Published held = last(hapax.quarantine());
        assertThat(held.header(HeaderNames.ERROR_EXCEPTION)).isEqualTo(ArithmeticException.class.getName());
        assertThat(held.header(HeaderNames.ERROR_STACKTRACE))
                .startsWith("java.lang.ArithmeticException: the root of it")
                .contains("MoodyClassifiers");
    }

    @ParameterizedTest
    @ValueSource(ints = {1024, 1025, 1026, 1027, 8192})
    void shouldStayWithinTheBudgetAndCutAtCharacters(int budget) {
        HapaxFixture hapax = start("quarantine: { header-budget: %dB }".formatted(budget));
        String identity = "€".repeat(512);

        hapax.sends(
                "in", null, "{\"id\":\"" + identity + "\",\"mood\":\"verbose\"}", header("big", "b".repeat(20_000)));
        hapax.sends("in", null, "{\"id\":\"" + "x".repeat(100_000) + "\"}");
        hapax.sends("in", null, "{\"id\":2,\"mood\":\"endless\"}");

        assertThat(hapax.quarantine()).hasSize(3);
        for (Published held : hapax.quarantine()) {
            int originals = Integer.parseInt(text(held, HeaderNames.ORIGINAL_HEADERS));
            int ours = 0;
            for (Header header :
                    held.headers().subList(originals, held.headers().size())) {
                byte[] value = Objects.requireNonNull(header.value());
                ours += header.name().getBytes(StandardCharsets.UTF_8).length + value.length;
                assertThat(new String(value, StandardCharsets.UTF_8))
                        .as(header.name())
                        .doesNotContain("\uFFFD");
            }
            assertThat(ours).isLessThanOrEqualTo(budget);
            assertThat(held.headerNames())
                    .contains(
                            HeaderNames.REASON,
                            HeaderNames.DISPOSITION,
                            HeaderNames.NEXT_ACTION,
                            HeaderNames.ERROR_TOPIC,
                            HeaderNames.ERROR_PARTITION,
                            HeaderNames.ERROR_OFFSET,
                            HeaderNames.SOURCE);
        }
        Published verbose = hapax.quarantine().get(0);
        assertThat(verbose.header("big")).hasSize(20_000);
        assertThat(identity).startsWith(Objects.requireNonNull(verbose.identity()));
    }

    @Test
    void shouldCountHeadersOfOurNamesAsTheOriginalsWhenTheyCameWithIt() {
        HapaxFixture hapax = start("");

        hapax.sends("in", null, "poison", header(HeaderNames.REASON, "forged"), header(HeaderNames.ATTEMPTS, "99"));

        Published held = last(hapax.quarantine());
        assertThat(held.header(HeaderNames.ORIGINAL_HEADERS)).isEqualTo("2");
        assertThat(held.headerNames().subList(0, 2)).containsExactly(HeaderNames.REASON, HeaderNames.ATTEMPTS);
        // Whoever reads the last header of a name, as Kafka's own tools do, reads ours.
        assertThat(held.reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(held.header(HeaderNames.ATTEMPTS)).isEqualTo("1");
    }

    @Test
    void shouldKeepADigestOfAValueThatIsTooLargeForQuarantine() {
        HapaxFixture hapax = start(SMALL);
        byte[] value = new byte[100_000];

        Coordinates at = hapax.sendsBytes("in", KEY, value, NOW, header("a", "1"));

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(held.value()).isNull();
        assertThat(held.key()).isEqualTo(KEY);
        assertThat(held.header("a")).isEqualTo("1");
        assertThat(held.header(HeaderNames.OMITTED)).isEqualTo("value");
        assertThat(held.header(HeaderNames.VALUE_BYTES)).isEqualTo("100000");
        assertThat(held.header(HeaderNames.VALUE_SHA256)).isEqualTo(sha256(value));
        assertThat(held.header(HeaderNames.ERROR_TOPIC)).isEqualTo(at.topic());
        assertThat(held.header(HeaderNames.ERROR_OFFSET)).isEqualTo(Long.toString(at.offset()));
    }

    @Test
    void shouldKeepADigestOfAKeyThatIsTooLargeForQuarantine() {
        HapaxFixture hapax = start(SMALL);
        byte[] key = new byte[50_000];

        hapax.sendsBytes("in", key, new byte[] {1}, NOW, header("a", "1"));

        Published held = last(hapax.quarantine());
        assertThat(held.key()).isNull();
        assertThat(held.value()).isEqualTo(new byte[] {1});
        assertThat(held.header("a")).isEqualTo("1");
        assertThat(held.header(HeaderNames.OMITTED)).isEqualTo("key");
        assertThat(held.header(HeaderNames.KEY_BYTES)).isEqualTo("50000");
        assertThat(held.header(HeaderNames.KEY_SHA256)).isEqualTo(sha256(key));
    }

    /** Without names and values, they are as large as their number. */
    @Test
    void shouldKeepADigestOfHeadersThatAreTooManyForQuarantine() {
        HapaxFixture hapax = start(SMALL);
        Header[] headers = new Header[20_000];
        Arrays.fill(headers, new Header("", null));

        hapax.sendsBytes("in", KEY, "{\"id\":1}".getBytes(StandardCharsets.UTF_8), NOW, headers);

        Published held = last(hapax.quarantine());
        assertThat(held.reason()).isEqualTo(Reason.TOO_LARGE);
        assertThat(held.header(HeaderNames.OMITTED)).isEqualTo("headers");
        assertThat(held.header(HeaderNames.HEADERS_COUNT)).isEqualTo("20000");
        assertThat(held.header(HeaderNames.HEADERS_SHA256)).hasSize(64);
        assertThat(held.header(HeaderNames.ORIGINAL_HEADERS)).isEqualTo("0");
        assertThat(held.key()).isEqualTo(KEY);
        assertThat(held.value()).isEqualTo("{\"id\":1}".getBytes(StandardCharsets.UTF_8));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private HapaxFixture start(String more) {
        HapaxFixture started = new HapaxFixture(folder, """
            sources:
              - { topic: in, identity: { field: /id }, classifier: moody }
              - { topic: defective, format: defective, identity: { record-key: true } }
            """ + more, new Formats(List.of(new DefectiveFormat())));
        running = started;
        return started;
    }

    private static String text(Published held, String header) {
        return Objects.requireNonNull(held.header(header), header);
    }

    private static void assertSameHeaders(List<Header> actual, Header... expected) {
        assertThat(actual)
                .extracting(Header::name)
                .containsExactlyElementsOf(
                        List.of(expected).stream().map(Header::name).toList());
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual.get(i).value()).as(expected[i].name()).isEqualTo(expected[i].value());
        }
    }

    /** What was sent, to be found again. */
    private record Sent(Coordinates at, byte[] value, Instant time) {}
}
