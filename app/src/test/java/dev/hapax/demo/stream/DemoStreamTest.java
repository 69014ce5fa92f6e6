package dev.hapax.demo.stream;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import dev.hapax.operations.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoStreamTest {

    private static final Instant NOW = Instant.parse("2026-05-04T12:00:00.123Z");

    @Test
    void shouldBeTheSameForTheSameSeed() {
        assertThat(shown(stream(7, 2_000, NOW), NOW)).isEqualTo(shown(stream(7, 2_000, NOW), NOW));
        assertThat(shown(stream(7, 2_000, NOW), NOW)).isNotEqualTo(shown(stream(8, 2_000, NOW), NOW));
    }

    @Test
    void shouldWriteTheSameBytesForASeedInEveryVersion() {
        MessageDigest digest = Sha256.newDigest();
        for (DemoMessage message : stream(42, 5_000, NOW)) {
            String place = message.topic() + " " + message.partition() + " " + message.timestamp();
            update(digest, (place + " " + message.fate()).getBytes(StandardCharsets.UTF_8));
            update(digest, message.key());
            update(digest, message.value());
            for (Header header : message.headers()) {
                update(digest, header.name().getBytes(StandardCharsets.UTF_8));
                update(digest, header.value());
            }
        }

        assertThat(HexFormat.of().formatHex(digest.digest()))
                .isEqualTo("bbf81a163dceda1e58e7b251d9db548ecfa2c9c42df96452445c20ea9b764070");
    }

    private static void update(MessageDigest digest, byte @Nullable [] bytes) {
        digest.update((byte) (bytes == null ? 0 : 1));
        if (bytes != null) {
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
            digest.update(bytes);
        }
    }

    @Test
    void shouldKeepEverythingButTimesWhenNowIsAnother() {
        Instant later = NOW.plus(Duration.ofDays(123)).plusMillis(456_789);

        List<String> before = shown(stream(7, 2_000, NOW), NOW);
        List<String> after = shown(stream(7, 2_000, later), later);

        assertThat(after).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 999, 20_000})
    void shouldHaveExactlySoManyMessages(int messages) {
        assertThat(stream(3, messages, NOW)).hasSize(messages);
    }

    @Test
    void shouldRefuseTooFewMessages() {
        assertThatThrownBy(() -> DemoStream.of(1, 199, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--messages must be at least 200: ");
    }

    @Test
    void shouldHaveEveryReasonAndEveryAnswerInTheShortestStream() {
        for (long seed = 0; seed < 200; seed++) {
            Map<DemoMessage.Fate, Long> fates = fates(stream(seed, 200, NOW));

            assertThat(fates)
                    .as("seed %d", seed)
                    .containsKeys(DemoMessage.Fate.ADMITTED, DemoMessage.Fate.DUPLICATE, DemoMessage.Fate.REDELIVERY);
            for (Reason reason : Reason.values()) {
                assertThat(fates).as("seed %d", seed).containsKey(DemoMessage.Fate.quarantined(reason));
            }
            assertThat(fates.get(DemoMessage.Fate.quarantined(Reason.UNREADABLE)))
                    .isGreaterThanOrEqualTo(5);
        }
    }

    @Test
    void shouldHaveTheSharesOfALifelikeStream() {
        Map<DemoMessage.Fate, Long> fates = fates(stream(5, 20_000, NOW));
        long quarantined = fates.entrySet().stream()
                .filter(fate -> fate.getKey().kind() == DemoMessage.Fate.Kind.QUARANTINED)
                .mapToLong(Map.Entry::getValue)
                .sum();

        assertThat(fates.get(DemoMessage.Fate.DUPLICATE)).isBetween(1_900L, 2_100L);
        assertThat(fates.get(DemoMessage.Fate.quarantined(Reason.CONFLICT))).isBetween(180L, 220L);
        assertThat(quarantined).isBetween(600L, 1_000L);
        assertThat(stream(5, 20_000, NOW))
                .filteredOn(message -> message.value() == null)
                .hasSizeGreaterThan(20);
        assertThat(stream(5, 20_000, NOW))
                .filteredOn(message -> message.headers().stream()
                        .anyMatch(header -> header.name().equals("traceparent")))
                .hasSizeGreaterThan(1_000);
    }

    @Test
    void shouldSpreadOverSixHoursButForTheLateAndTheFuture() {
        for (DemoMessage message : stream(5, 20_000, NOW)) {
            Instant time = Instant.ofEpochMilli(message.timestamp());
            if (message.fate().equals(DemoMessage.Fate.quarantined(Reason.LATE))) {
                assertThat(time).isBetween(NOW.minus(Duration.ofDays(6)), NOW.minus(Duration.ofDays(2)));
            } else if (message.fate().equals(DemoMessage.Fate.quarantined(Reason.IN_THE_FUTURE))) {
                assertThat(time).isBetween(NOW.plus(Duration.ofMinutes(40)), NOW.plus(Duration.ofMinutes(50)));
            } else {
                assertThat(time).isBetween(NOW.minus(Duration.ofHours(6)).minus(Duration.ofMinutes(2)), NOW);
            }
        }
    }

    @Test
    void shouldRepeatSomeMessagesHoursLater() {
        Map<String, Long> first = new HashMap<>();
        int hoursLater = 0;
        for (DemoMessage message : stream(5, 5_000, NOW)) {
            String bytes = message.topic() + text(message.value());
            Long before = first.putIfAbsent(bytes, message.timestamp());
            if (message.fate().equals(DemoMessage.Fate.DUPLICATE)) {
                assertThat(before).as("the same bytes were sent before").isNotNull();
                if (message.timestamp() - Objects.requireNonNull(before) > 2 * 3_600_000) {
                    hoursLater++;
                }
            }
        }

        assertThat(hoursLater).isGreaterThan(30);
    }

    private static DemoStream stream(long seed, int messages, Instant now) {
        return DemoStream.of(seed, messages, now);
    }

    private static Map<DemoMessage.Fate, Long> fates(DemoStream stream) {
        return StreamSupport.stream(stream.spliterator(), false).collect(groupingBy(DemoMessage::fate, counting()));
    }

    /** Each message with its time relative to now, and the times within it masked. */
    private static List<String> shown(DemoStream stream, Instant now) {
        return StreamSupport.stream(stream.spliterator(), false)
                .map(message -> message.topic() + "-" + message.partition() + " "
                        + (message.timestamp() - now.toEpochMilli()) + " " + text(message.key()) + " "
                        + message.headers().stream().map(DemoStreamTest::text).collect(Collectors.joining(",")) + " "
                        + message.fate() + " "
                        + masked(text(message.value())))
                .toList();
    }

    private static String text(Header header) {
        return header.name() + "=" + masked(text(header.value()));
    }

    private static String masked(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]{12}Z", "(time)")
                .replaceAll("[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} [0-9:]{8} \\+0000", "(time)");
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "null" : new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
