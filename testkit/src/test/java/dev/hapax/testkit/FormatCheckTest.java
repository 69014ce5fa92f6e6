package dev.hapax.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Formats that break one rule each, and are caught; those that come with Hapax, which are not. */
class FormatCheckTest {

    @Test
    void shouldPassAPureFormat() {
        assertThatCode(() -> check(GivenFormat.Reader::new).check()).doesNotThrowAnyException();
    }

    @Test
    void shouldPassJson() {
        FormatCheck.ofName("json")
                .fields("/id", "/payment/amount", "subject")
                .message("{\"id\": 7, \"payment\": {\"amount\": 12.50}, \"subject\": \"Grüße\"}")
                .with("/payment/amount", new Value.Amount(new BigDecimal("12.5")))
                .alike("{\"subject\":\"Gr\\u00fc\\u00dfe\",\"payment\":{\"amount\":1.25e1},\"id\":7}")
                .message("{\"id\": 8, \"payment\": [1, 2], \"subject\": null}")
                .with("subject", new Value.Nothing())
                .check();
    }

    @Test
    void shouldPassCloudEvents() {
        FormatCheck.ofName("cloudevents")
                .fields("id", "type", "/amount")
                .message(
                        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"data\":{\"amount\":5}}")
                .with("type", new Value.Text("t"))
                .message(
                        "{\"specversion\":\"1.0\",\"id\":\"2\",\"source\":\"s\",\"type\":\"t\",\"data\":{\"amount\":5}}")
                .check();
    }

    @Test
    void shouldPassMail() {
        FormatCheck.ofName("rfc822")
                .fields("subject", "body", "sender")
                .message("From: A <a@example.org>\r\nSubject: one\r\nMessage-ID: <1@x>\r\n\r\nText\r\n")
                .with("sender", new Value.Text("a@example.org"))
                .message("From: a@example.org\r\nSubject: two\r\nContent-Type: text/html\r\n\r\n<p>Text</p>\r\n")
                .check();
    }

    @Test
    void shouldCatchAClock() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Fingerprint digest(Message message) {
                        return hash("" + System.currentTimeMillis() / 10);
                    }
                },
                "input:  ");
    }

    @Test
    void shouldCatchACounter() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    private final AtomicLong count = new AtomicLong();

                    @Override
                    public Content read(Message message) throws RefusedException {
                        String text = "number " + count.incrementAndGet() / 4;
                        return super.read(message).isTombstone() ? Content.TOMBSTONE : field -> new Value.Text(text);
                    }
                },
                "number ");
    }

    @Test
    void shouldCatchContentInABufferThatTheNextMessageOverwrites() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    private final Map<String, Value> buffer = new HashMap<>();

                    @Override
                    public synchronized Content read(Message message) throws RefusedException {
                        byte[] value = message.value();
                        if (value == null) {
                            return Content.TOMBSTONE;
                        }
                        Map<String, Value> fields = fields(value);
                        buffer.clear();
                        buffer.putAll(fields);
                        return buffer::get;
                    }

                    @Override
                    public synchronized Whole readWhole(Message message) throws RefusedException {
                        return message.value() == null
                                ? Whole.TOMBSTONE
                                : new Whole(fields(message.value())::get, digest(message));
                    }
                },
                "readWhole differs from read and digest",
                "message 1 (6 bytes: id:one)");
    }

    @Test
    void shouldCatchABufferThatThreadsShare() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    private volatile byte[] buffer = new byte[0];

                    @Override
                    public Fingerprint digest(Message message) throws RefusedException {
                        byte[] value = message.value();
                        if (value == null) {
                            return Whole.TOMBSTONE.digest();
                        }
                        buffer = value;
                        LockSupport.parkNanos(1_000);
                        return hash(fields(buffer).toString());
                    }
                },
                "message ");
    }

    @Test
    void shouldCatchAFormatThatWritesIntoTheMessage() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Content read(Message message) throws RefusedException {
                        Content content = super.read(message);
                        byte[] value = message.value();
                        if (value != null) {
                            Arrays.sort(value);
                        }
                        return content;
                    }
                },
                "changes the bytes of the message it reads",
                "input:  message 1 (6 bytes: id:one)",
                "now:    6 bytes: :deino");
    }

    @Test
    void shouldCatchOtherExceptionsThanTheDocumentedOne() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Content read(Message message) throws RefusedException {
                        Content content = super.read(message);
                        byte[] value = message.value();
                        return value != null && value[3] == 0 ? field -> null : content;
                    }
                },
                "throws java.lang.ArrayIndexOutOfBoundsException",
                "message 1 cut after 3 bytes (3 bytes: id:)",
                "Throw a RefusedException");
    }

    @Test
    void shouldCatchRecursionWithoutALimit() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Content read(Message message) throws RefusedException {
                        byte[] value = message.value();
                        if (value != null && value.length > 0) {
                            int unused = depth(value, 0);
                        }
                        return super.read(message);
                    }

                    private int depth(byte[] value, int at) {
                        return at < value.length && value[at] == '[' ? 1 + depth(value, at + 1) : 0;
                    }
                },
                "throws java.lang.StackOverflowError",
                "'[' repeated (100000 bytes: [[[");
    }

    @Test
    void shouldCatchUndocumentedRefusals() {
        assertCaught(
                () -> refusing(Reason.TOO_LARGE, "too large"),
                "as TOO_LARGE. Use UNREADABLE or INVALID.",
                "an empty value");
        assertCaught(() -> refusing(Reason.UNREADABLE, ""), "without an explanation");
    }

    @Test
    void shouldCatchAWrongIdeaOfTombstones() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Content read(Message message) throws RefusedException {
                        byte[] value = message.value();
                        return value == null || value.length == 0 ? Content.TOMBSTONE : super.read(message);
                    }
                },
                "takes an empty value (0 bytes: ) for a tombstone");
    }

    @Test
    void shouldCatchFingerprintsThatDoNotFit() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Fingerprint digest(Message message) throws RefusedException {
                        Content unused = read(message);
                        return hash("always the same");
                    }
                },
                "different messages have the same fingerprint",
                "first:  message 1",
                "second: message 3");
        assertThatThrownBy(
                        () -> check(GivenFormat.Reader::new).alike("id : two").check())
                .hasMessageContaining("two ways to write one message have different fingerprints");
    }

    @Test
    void shouldCatchFieldsThatAreNotAsExpected() {
        assertThatThrownBy(() -> check(GivenFormat.Reader::new)
                        .with("id", new Value.Text("2"))
                        .check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining(
                        "field id of message 3 (6 bytes: id:two) is Text[text=two]; expected was Text[text=2]");
        assertThatThrownBy(() -> check(GivenFormat.Reader::new).fields("/id").check())
                .hasMessageContaining("mayHave(\"/id\") is false");
        assertThatThrownBy(() -> check(GivenFormat.Reader::new).message("no").check())
                .hasMessageContaining("refuses message 4 (2 bytes: no) as UNREADABLE: there is no colon");
    }

    @Test
    void shouldCatchNumbersOfAFormatThatHasNone() {
        assertCaught(
                () -> new GivenFormat.Reader() {
                    @Override
                    public Content read(Message message) throws RefusedException {
                        return super.read(message).isTombstone()
                                ? Content.TOMBSTONE
                                : field -> new Value.Amount(BigDecimal.ONE);
                    }
                },
                "finds a number in field id of message 1",
                "although it is textOnly()");
    }

    @Test
    void shouldCatchOptionsThatAreNotDeclaredOrNotRefused() {
        assertThatThrownBy(() -> check(GivenFormat.Reader::new)
                        .options(Map.of("lower", "true"))
                        .check())
                .hasMessageContaining("option 'lower' is not in options(), which lists [upper]");
        assertThatThrownBy(() -> check(GivenFormat.Reader::new)
                        .refuses(Map.of("upper", "perhaps"))
                        .check())
                .hasMessageContaining("accepts options {upper=perhaps}");
    }

    @Test
    void shouldNameTheServiceFileWhenAFormatIsNotFound() {
        assertThatThrownBy(() -> FormatCheck.ofName("missing"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("format 'missing' is not known; there are cloudevents, json, rfc822")
                .hasMessageContaining("META-INF/services/dev.hapax.intake.Format");
    }

    @Test
    void shouldRefuseToCheckNothing() {
        assertThatThrownBy(() -> FormatCheck.ofName("json").check())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("call fields(…) and message(…) first");
        assertThatThrownBy(() -> FormatCheck.ofName("json").alike("{}")).hasMessageContaining("Alike what?");
    }

    private static FormatReader refusing(Reason reason, String explanation) {
        return new GivenFormat.Reader() {
            @Override
            public Content read(Message message) throws RefusedException {
                byte[] value = message.value();
                if (value != null && value.length == 0) {
                    throw new RefusedException(reason, explanation);
                }
                return super.read(message);
            }
        };
    }

    private static void assertCaught(Supplier<FormatReader> made, String... texts) {
        assertThatThrownBy(() -> check(made).check())
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll(texts);
    }

    private static FormatCheck check(Supplier<FormatReader> made) {
        return FormatCheck.of(new GivenFormat(made))
                .fields("id")
                .message("id:one")
                .alike("  id:one ")
                .message("id:two");
    }
}
