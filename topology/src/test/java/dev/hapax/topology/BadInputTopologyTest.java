package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever arrives ends as a decision or as a case with the right reason, and what follows it is decided. */
class BadInputTopologyTest {

    private static final Header[] NONE = {};
    private static final int TEN_MEGABYTES = 10 << 20;

    @TempDir
    private Path folder;

    private final List<Bad> stream = new ArrayList<>();

    @Test
    void shouldSurviveBadJson() {
        everyFormat("{\"id\":\"%s\",\"subject\":\"fine\"}", "{\"id\":\"late\"}", "{\"id\":\"caf");
        bad("one brace", "{", Reason.UNREADABLE);
        bad("not JSON", "hello", Reason.UNREADABLE);
        bad("truncated", "{\"id\":\"1\"", Reason.UNREADABLE);
        bad("two documents", "{\"id\":\"1\"}{\"id\":\"2\"}", Reason.UNREADABLE);
        bad("10,000 deep", "[".repeat(10_000) + "]".repeat(10_000), Reason.UNREADABLE);
        bad("10,000 deep, unclosed", "{\"id\":1,\"a\":" + "[".repeat(10_000), Reason.UNREADABLE);
        bad("duplicate key", "{\"id\":\"1\",\"id\":\"2\"}", Reason.UNREADABLE);
        bad("duplicate key further down", "{\"id\":\"1\",\"a\":{\"b\":1,\"b\":1}}", Reason.UNREADABLE);
        bad("NaN", "{\"id\":\"1\",\"amount\":NaN}", Reason.UNREADABLE);
        bad("Infinity", "{\"id\":\"1\",\"amount\":-Infinity}", Reason.UNREADABLE);
        bad("huge exponent", "{\"id\":\"1\",\"amount\":1e999999999}", Reason.INVALID);
        bad("huge exponent as identity", "{\"id\":1e-999999999}", Reason.INVALID);
        bad("a million digits", "{\"id\":\"1\",\"amount\":" + "9".repeat(1_000_000) + "}", Reason.UNREADABLE);
        good("900 digits", "{\"id\":\"digits\",\"amount\":" + "9".repeat(900) + "}");
        good("lone surrogate in the text", "{\"id\":\"surrogate\",\"subject\":\"payment failed \\ud800\"}");
        bad("lone surrogate in the identity", "{\"id\":\"\\udc00\"}", Reason.INVALID);
        good("NUL in the text", "{\"id\":\"nul\",\"subject\":\"payment failed \\u0000\"}");
        bad("NUL in the identity", "{\"id\":\"a\\u0000b\"}", Reason.INVALID);
        bad("raw NUL", "{\"id\":\"a\u0000b\"}", Reason.UNREADABLE);
        bad("UTF-16", new String("{\"id\":1}".getBytes(UTF_16LE), ISO_8859_1), Reason.UNREADABLE);
        bad("subject of the wrong type", "{\"id\":\"1\",\"subject\":[]}", Reason.INVALID);
        bad("amount of the wrong type", "{\"id\":\"1\",\"amount\":\"much\"}", Reason.INVALID);
        bad("identity of the wrong type", "{\"id\":{}}", Reason.INVALID);
        bad("no object", "[1,2]", Reason.NO_IDENTITY);
        bad("no identity", "{\"subject\":\"x\"}", Reason.NO_IDENTITY);
        bad("null identity", "{\"id\":null}", Reason.NO_IDENTITY);
        bad("empty identity", "{\"id\":\"\"}", Reason.NO_IDENTITY);
        bad("identity too long", "{\"id\":\"" + "i".repeat(513) + "\"}", Reason.INVALID);

        survives(
                "{ topic: in, format: json, identity: { field: /id }, fields: { subject: { at: /subject, type: text }, amount: { at: /amount, type: number } } }",
                n -> "{\"id\":\"good-" + n + "\"}");
    }

    @Test
    void shouldSurviveBadCloudEvents() {
        everyFormat(
                event("%s", "\"data\":{\"subject\":\"fine\"}"), event("late", "\"data\":1"), "{\"specversion\":\"caf");
        bad("one brace", "{", Reason.UNREADABLE);
        bad("not an object", "[]", Reason.UNREADABLE);
        bad("10,000 deep", event("1", "\"data\":" + "[".repeat(10_000)), Reason.UNREADABLE);
        bad("duplicate key", event("1", "\"id\":\"2\""), Reason.UNREADABLE);
        bad("NaN", event("1", "\"data\":NaN"), Reason.UNREADABLE);
        bad("huge exponent", event("1", "\"data\":1e999999999"), Reason.INVALID);
        bad("old version", event("1", "\"x\":1").replace("1.0", "0.3"), Reason.INVALID);
        bad("unknown version", event("1", "\"x\":1").replace("1.0", "9.9"), Reason.INVALID);
        bad("no version", "{\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"}", Reason.INVALID);
        bad("no type", "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\"}", Reason.INVALID);
        bad("attribute of the wrong type", event("1", "\"subject\":{}"), Reason.INVALID);
        bad("data twice", event("1", "\"data\":1,\"data_base64\":\"AA==\""), Reason.INVALID);
        bad("no Base64", event("1", "\"data_base64\":\"?\""), Reason.INVALID);
        bad("lone surrogate in the identity", event("\\ud800", "\"x\":1"), Reason.INVALID);
        good("lone surrogate in the text", event("surrogate", "\"subject\":\"payment failed \\ud800\""));
        bad("a batch", "[]", Reason.UNREADABLE, header("content-type", "application/cloudevents-batch+json"));
        bad("unknown format", "x", Reason.UNREADABLE, header("content-type", "application/cloudevents+avro"));
        bad("no event", "x", Reason.UNREADABLE, header("content-type", "text/plain"));
        bad("binary, unknown version", "{}", Reason.INVALID, binary("0.1", "1"));
        bad("binary, no version", "{}", Reason.INVALID, header("ce_id", "1"), header("ce_type", "t"));
        bad("binary, null attribute", "{}", Reason.INVALID, with(binary("1.0", "1"), header("ce_source", null)));
        bad("binary, empty attribute", "{}", Reason.INVALID, with(binary("1.0", "1"), header("ce_source", "")));
        bad("binary, no UTF-8", "{}", Reason.INVALID, with(binary("1.0", "1"), new Header("ce_type", new byte[] {-1})));
        bad(
                "binary, bad data",
                "{",
                Reason.UNREADABLE,
                with(binary("1.0", "1"), header("content-type", "application/json")));
        good("binary, repeated attribute", "{}", with(binary("1.0", "first"), header("ce_id", "repeated")));
        good("binary, opaque data", "\u0000\u00ff", with(binary("1.0", "opaque"), header("content-type", "image/png")));

        survives("{ topic: in, format: cloudevents, identity: { field: id } }", n -> event("good-" + n, "\"data\":1"));
    }

    @Test
    void shouldSurviveBadMail() {
        everyFormat(mail("%s", "", "fine"), mail("late", "", "late"), "Subject");
        bad("one letter", "S", Reason.UNREADABLE);
        bad("no mail", "hello, world", Reason.UNREADABLE);
        bad("a log line", "level: info\n\nall is well", Reason.UNREADABLE);
        bad("binary", "\u0000\u0001\u0002", Reason.UNREADABLE);
        bad("no Message-ID", "Subject: Payment failed\n\nbody", Reason.NO_IDENTITY);
        bad("empty Message-ID", "Subject: Payment failed\nMessage-ID:\n\nbody", Reason.NO_IDENTITY);
        bad("NUL in the Message-ID", mail("a\u0000b", "", "body"), Reason.INVALID);
        bad("10,000 deep", deepMail(), Reason.UNREADABLE);
        good("no body", "Message-ID: <no-body>");
        good("headers only", "Message-ID: <headers-only>\r\nSubject: x");
        good("NUL in the body", mail("nul", "", "payment failed \u0000"));
        good("no boundary", mail("no-boundary", "Content-Type: multipart/mixed\n", "--x\n\nbody"));
        good("boundary that never comes", mail("no-part", "Content-Type: multipart/mixed; boundary=x\n", "body"));
        good("unclosed part", mail("unclosed", "Content-Type: multipart/mixed; boundary=x\n", "--x\n\nbody"));
        good("unknown charset", mail("charset", "Content-Type: text/plain; charset=klingon\n", "body"));
        good("unknown encoding", mail("encoding", "Content-Transfer-Encoding: rot13\n", "body"));
        good("bad Base64", mail("base64", "Content-Transfer-Encoding: base64\n", "%%%"));
        good("bad quoted-printable", mail("qp", "Content-Transfer-Encoding: quoted-printable\n", "=ZZ="));
        good("truncated UTF-8", mail("utf8", "Content-Type: text/plain; charset=utf-8\n", "caf\u00c3"));
        good("bad encoded word", mail("word", "Subject: =?utf-8?B?%%%?=\n", "body"));
        good("a line without colon", mail("line", "this is no header\n", "body"));

        survives("{ topic: in, format: rfc822, identity: { field: message-id } }", n -> mail("good-" + n, "", "body"));
    }

    /** What is bad in every format. */
    private void everyFormat(String good, String late, String beginning) {
        bad("empty", "", Reason.UNREADABLE);
        stream.add(new Bad("null", null, NOW, Reason.NO_IDENTITY, NONE));
        bad("one byte", "\u0000", Reason.UNREADABLE);
        bad("truncated UTF-8", beginning + "\u00c3", Reason.UNREADABLE);
        bad("10 MB", good.formatted("large") + " ".repeat(TEN_MEGABYTES), Reason.TOO_LARGE);
        stream.add(new Bad("1970", late, Instant.EPOCH, Reason.LATE, NONE));
        stream.add(new Bad("no timestamp", good.formatted("t"), Instant.ofEpochMilli(-1), Reason.INVALID, NONE));
        stream.add(new Bad(
                "2099", good.formatted("t"), Instant.parse("2099-01-01T00:00:00Z"), Reason.IN_THE_FUTURE, NONE));
        good(
                "headers null, empty, repeated",
                good.formatted("headers"),
                header("a", null),
                header("a", ""),
                header("", null));
    }

    private void survives(String source, IntFunction<String> good) {
        try (HapaxFixture hapax = new HapaxFixture(folder, "sources: [" + source + "]")) {
            hapax.sends("in", "key", good.apply(-1));
            for (int i = 0; i < stream.size(); i++) {
                Bad bad = stream.get(i);
                int decisions = hapax.decisions().size();
                int quarantined = hapax.quarantine().size();

                byte[] value = bad.value == null ? null : bad.value.getBytes(ISO_8859_1);
                hapax.sendsBytes("in", "key".getBytes(UTF_8), value, bad.time, bad.headers);

                if (bad.reason == null) {
                    assertThat(hapax.quarantine().stream().skip(quarantined).map(Published::explanation))
                            .as(bad.name)
                            .isEmpty();
                    assertThat(hapax.decisions()).as(bad.name).hasSize(decisions + 1);
                } else {
                    assertThat(hapax.decisions()).as(bad.name).hasSize(decisions);
                    assertThat(hapax.quarantine()).as(bad.name).hasSize(quarantined + 1);
                    Published held = last(hapax.quarantine());
                    assertThat(held.reason())
                            .as("%s: %s", bad.name, held.explanation())
                            .isEqualTo(bad.reason);
                    assertThat(Arrays.equals(held.value(), value))
                            .as("%s, verbatim", bad.name)
                            .isTrue();
                }

                hapax.sends("in", "key", good.apply(i), NOW.plus(Duration.ofMillis(i)));
                assertThat(hapax.decisions())
                        .as("what follows " + bad.name)
                        .hasSize(decisions + (bad.reason == null ? 2 : 1));
            }
        }
    }

    /** Characters are bytes here, so that a text can have any. */
    private void bad(String name, String value, Reason reason, Header... headers) {
        stream.add(new Bad(name, value, NOW, reason, headers));
    }

    private void good(String name, String value, Header... headers) {
        stream.add(new Bad(name, value, NOW, null, headers));
    }

    private static String event(String id, String more) {
        return "{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"s\",\"type\":\"t\"," + more + "}";
    }

    private static Header[] binary(String version, String id) {
        return new Header[] {
            header("ce_specversion", version), header("ce_id", id), header("ce_source", "s"), header("ce_type", "t")
        };
    }

    private static Header[] with(Header[] headers, Header more) {
        Header[] result = Arrays.copyOf(headers, headers.length + 1);
        result[headers.length] = more;
        return result;
    }

    private static String mail(String id, String headers, String body) {
        return "Message-ID: <" + id + ">\nFrom: a@example.com\n" + headers + "\n" + body;
    }

    private static String deepMail() {
        StringBuilder mail = new StringBuilder("Message-ID: <deep>\n");
        for (int i = 0; i < 10_000; i++) {
            mail.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\n\n--b")
                    .append(i)
                    .append('\n');
        }
        return mail.toString();
    }

    /** What is sent, and why it is refused; no reason where it is decided after all. */
    private record Bad(
            String name,
            @Nullable String value,
            Instant time,
            @Nullable Reason reason,
            Header[] headers) {}
}
