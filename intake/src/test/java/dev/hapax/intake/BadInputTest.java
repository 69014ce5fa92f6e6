package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static dev.hapax.intake.GivenSource.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the bytes: an arrival, or a refusal with the right reason. */
class BadInputTest {

    private static GivenSource payments() {
        return GivenSource.json("/id").withField("amount", "/amount", FieldSettings.Type.NUMBER, true);
    }

    static Stream<Arguments> badJson() {
        return Stream.of(
                arguments("empty", new byte[0], Reason.UNREADABLE),
                arguments("white space only", bytes(" \n"), Reason.UNREADABLE),
                arguments("1 byte", bytes("{"), Reason.UNREADABLE),
                arguments("1 byte that is a document", bytes("1"), Reason.INVALID),
                arguments("1 NUL byte", new byte[] {0}, Reason.UNREADABLE),
                arguments("truncated", bytes("{\"id\":\"a\",\"amount\":1"), Reason.UNREADABLE),
                arguments("truncated UTF-8", cut(bytes("{\"id\":\"ä"), 1), Reason.UNREADABLE),
                arguments("overlong UTF-8", spliced((byte) 0xC1, (byte) 0xA1), Reason.UNREADABLE),
                arguments("surrogate in UTF-8", spliced((byte) 0xED, (byte) 0xA0, (byte) 0x80), Reason.UNREADABLE),
                arguments(
                        "beyond Unicode",
                        spliced((byte) 0xF4, (byte) 0x90, (byte) 0x80, (byte) 0x80),
                        Reason.UNREADABLE),
                arguments("UTF-16", good().getBytes(StandardCharsets.UTF_16), Reason.UNREADABLE),
                arguments("UTF-16 without BOM", good().getBytes(StandardCharsets.UTF_16LE), Reason.UNREADABLE),
                arguments("UTF-32", good().getBytes(Charset.forName("UTF-32BE")), Reason.UNREADABLE),
                arguments("10 MB", bytes("\"" + "x".repeat(10_000_000) + "\""), Reason.TOO_LARGE),
                arguments("10,000 deep", bytes("[".repeat(10_000) + "]".repeat(10_000)), Reason.UNREADABLE),
                arguments("10,000 deep in objects", bytes("{\"a\":".repeat(10_000)), Reason.UNREADABLE),
                arguments("duplicate keys", bytes("{\"id\":\"a\",\"amount\":1,\"id\":\"b\"}"), Reason.UNREADABLE),
                arguments(
                        "duplicate keys by escape",
                        bytes("{\"id\":\"a\",\"amount\":1,\"\\u0069d\":\"b\"}"),
                        Reason.UNREADABLE),
                arguments(
                        "duplicate keys far below",
                        bytes("{\"id\":1,\"amount\":1,\"x\":[{\"y\":1,\"y\":2}]}"),
                        Reason.UNREADABLE),
                arguments("NaN", bytes("{\"id\":\"a\",\"amount\":NaN}"), Reason.UNREADABLE),
                arguments("Infinity", bytes("{\"id\":\"a\",\"amount\":-Infinity}"), Reason.UNREADABLE),
                arguments("huge exponent", bytes("{\"id\":\"a\",\"amount\":1e999999999}"), Reason.INVALID),
                arguments("tiny exponent", bytes("{\"id\":\"a\",\"amount\":1e-999999999}"), Reason.INVALID),
                arguments(
                        "exponent past an int",
                        bytes("{\"id\":\"a\",\"amount\":1e99999999999999999999}"),
                        Reason.INVALID),
                arguments("huge exponent as identity", bytes("{\"id\":9e99999999,\"amount\":1}"), Reason.INVALID),
                arguments(
                        "5,000 digits",
                        bytes("{\"id\":\"a\",\"amount\":" + "9".repeat(5_000) + "}"),
                        Reason.UNREADABLE),
                arguments(
                        "5,000 digits nobody asked for",
                        bytes("{\"id\":1,\"amount\":1,\"x\":0." + "9".repeat(5_000) + "}"),
                        Reason.UNREADABLE),
                arguments(
                        "long identity number", bytes("{\"id\":" + "9".repeat(900) + ",\"amount\":1}"), Reason.INVALID),
                arguments("lone surrogate", bytes("{\"id\":\"\\udc00\",\"amount\":1}"), Reason.INVALID),
                arguments("broken escape", bytes("{\"id\":\"\\u12G4\",\"amount\":1}"), Reason.UNREADABLE),
                arguments("NUL byte in text", bytes("{\"id\":\"a\0b\",\"amount\":1}"), Reason.UNREADABLE),
                arguments("NUL byte behind", bytes(good() + "\0"), Reason.UNREADABLE),
                arguments("escaped NUL in identity", bytes("{\"id\":\"a\\u0000\",\"amount\":1}"), Reason.INVALID),
                arguments("two documents", bytes(good() + good()), Reason.UNREADABLE),
                arguments("comment", bytes(good() + "// no"), Reason.UNREADABLE),
                arguments("single quotes", bytes("{'id':'a'}"), Reason.UNREADABLE),
                arguments("wrong type", bytes("{\"id\":\"a\",\"amount\":\"1\"}"), Reason.INVALID),
                arguments("missing field", bytes("{\"id\":\"a\"}"), Reason.INVALID),
                arguments("not an object", bytes("[]"), Reason.INVALID),
                arguments("no identity", bytes("{\"amount\":1}"), Reason.NO_IDENTITY),
                arguments("null identity", bytes("{\"id\":null,\"amount\":1}"), Reason.NO_IDENTITY),
                arguments("empty identity", bytes("{\"id\":\"\",\"amount\":1}"), Reason.NO_IDENTITY),
                arguments("identity that is an object", bytes("{\"id\":{},\"amount\":1}"), Reason.INVALID),
                arguments("tombstone", null, Reason.NO_IDENTITY));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badJson")
    @Timeout(10)
    void shouldRefuseBadJsonWithTheRightReason(String name, byte[] value, Reason reason) {
        Refusal whole = payments().refuses(message(value));
        Refusal chosen = payments().withFingerprint("/amount").refuses(message(value));

        assertThat(whole.reason()).as(whole.explanation()).isEqualTo(reason);
        assertThat(chosen.reason()).as(chosen.explanation()).isEqualTo(reason);
        assertThat(whole.explanation()).isNotBlank();
    }

    @Test
    void shouldPassOverAHugeNumberThatNobodyAskedFor() {
        String document = "{\"id\":\"a\",\"amount\":1,\"x\":1e999999999}";

        assertThat(payments().withFingerprint("/amount").arrives(document).identity())
                .isEqualTo("a");
        assertThat(payments().refuses(document).reason()).isEqualTo(Reason.INVALID);
    }

    static Stream<Arguments> badHeaders() {
        return Stream.of(
                arguments("none", List.of(), Reason.NO_IDENTITY),
                arguments("null", List.of(new Header("id", null)), Reason.NO_IDENTITY),
                arguments("empty", List.of(new Header("id", new byte[0])), Reason.NO_IDENTITY),
                arguments("other case", List.of(new Header("ID", bytes("a"))), Reason.NO_IDENTITY),
                arguments(
                        "null comes last",
                        List.of(new Header("id", bytes("a")), new Header("id", null)),
                        Reason.NO_IDENTITY),
                arguments("not UTF-8", List.of(new Header("id", new byte[] {(byte) 0xC3, 0x28})), Reason.INVALID),
                arguments("NUL", List.of(new Header("id", new byte[] {'a', 0})), Reason.INVALID),
                arguments("line end", List.of(new Header("id", bytes("a\nb"))), Reason.INVALID),
                arguments("too long", List.of(new Header("id", bytes("x".repeat(201)))), Reason.INVALID),
                arguments("without name", List.of(new Header("", bytes("a"))), Reason.NO_IDENTITY));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badHeaders")
    void shouldRefuseBadHeadersWithTheRightReason(String name, List<Header> headers, Reason reason) {
        for (String format : List.of("json", "rfc822")) {
            byte[] value = bytes(format.equals("json") ? "{}" : "Subject: x\n\n");
            Message message = new Message(GivenSource.AT, 1, null, value, headers);

            Refusal refusal =
                    GivenSource.of(format, new IdentitySettings.Header("id")).refuses(message);

            assertThat(refusal.reason()).as(refusal.explanation()).isEqualTo(reason);
        }
    }

    /** Documents made to cost more than their size. */
    static Stream<String> expensive() {
        int size = 900_000;
        return Stream.of(
                "[" + ("1" + "0".repeat(900) + ",").repeat(size / 902) + "1]",
                "[" + ("0." + "7".repeat(990) + ",").repeat(size / 993) + "1]",
                nested(size),
                "{" + members(60_000) + "}",
                "[" + "{},".repeat(size / 3) + "{}]",
                "\"" + "\\ud800".repeat(size / 6) + "\"");
    }

    @ParameterizedTest
    @MethodSource("expensive")
    void shouldReadExpensiveDocumentsInReasonableTime(String document) {
        GivenSource source = GivenSource.json(new IdentitySettings.ContentHash(List.of()));

        assertThat(Duration.ofNanos(time(() -> source.arrives(document)))).isLessThan(Duration.ofSeconds(5));
    }

    private static long time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }

    /** Two members a level, in the wrong order, around one large text. */
    private static String nested(int size) {
        int levels = 60;
        return "{\"b\":".repeat(levels) + "\"" + "x".repeat(size) + "\"" + ",\"a\":1}".repeat(levels);
    }

    private static String members(int count) {
        StringBuilder members = new StringBuilder();
        for (int i = count; i > 0; i--) {
            members.append("\"k").append(i).append("\":1,");
        }
        return members.append("\"k\":1").toString();
    }

    private static String good() {
        return "{\"id\":\"a\",\"amount\":1}";
    }

    private static byte[] spliced(byte... bad) {
        byte[] front = bytes("{\"id\":\"");
        byte[] back = bytes("\",\"amount\":1}");
        byte[] all = Arrays.copyOf(front, front.length + bad.length + back.length);
        System.arraycopy(bad, 0, all, front.length, bad.length);
        System.arraycopy(back, 0, all, front.length + bad.length, back.length);
        return all;
    }

    private static byte[] cut(byte[] bytes, int last) {
        return Arrays.copyOf(bytes, bytes.length - last);
    }
}
