package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.bytes;
import static dev.hapax.intake.GivenSource.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.FieldSettings;
import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.Value;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Rfc822FormatTest {

    private static final String HEAD = "From: Ops <Ops@Example.COM>\nMessage-ID: <1@example.com>\nSubject: s\n";

    private static GivenSource mails() {
        return GivenSource.of("rfc822", new IdentitySettings.Field("message-id"))
                .classifiedBy("subject", "From", "body", "sender", "sender-domain", "x-none", "to");
    }

    private static @Nullable String field(Message mail, String name) {
        Value value = mails().shows(mail).get(name);
        return value == null ? null : value.display();
    }

    private static @Nullable String body(String mail) {
        return field(message(mail), "body");
    }

    @Test
    void shouldReadAPlainMail() {
        String mail = "From ops@example.com  Thu Aug 22 14:54:40 2002\r\nReceived: by a\r\n"
                + HEAD.replace("\n", "\r\n") + "\r\nDisk is\r\nfull.\r\n";

        Content content = mails().shows(mail);

        assertThat(mails().arrives(mail).identity()).isEqualTo("<1@example.com>");
        assertThat(content.get("subject")).isEqualTo(new Value.Text("s"));
        assertThat(content.get("From")).isEqualTo(new Value.Text("Ops <Ops@Example.COM>"));
        assertThat(content.get("sender")).isEqualTo(new Value.Text("ops@example.com"));
        assertThat(content.get("sender-domain")).isEqualTo(new Value.Text("example.com"));
        assertThat(content.get("body")).isEqualTo(new Value.Text("Disk is\nfull.\n"));
        assertThat(content.get("x-none")).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "=?UTF-8?Q?Z=C3=A4hler_defekt?= | Zähler defekt",
                "=?iso-8859-1?q?caf=E9?= au lait | café au lait",
                "=?UTF-8?B?w6Q=?= =?UTF-8?B?w7Y=?= | äö",
                "=?UTF-8?B?ww==?= =?UTF-8?B?pA==?= | ä",
                "=?x-unknown?Q?a=E4?= | aä",
                "=?UTF-8?Q?never ends | =?UTF-8?Q?never ends",
                "plain =? text | plain =? text",
            })
    void shouldDecodeHeaders(String raw, String expected) {
        assertThat(field(message("Subject: " + raw + "\n\n"), "subject")).isEqualTo(expected);
    }

    @Test
    void shouldUnfoldHeaders() {
        assertThat(field(message("Subject: one\r\n\ttwo\r\n   three\r\n\r\n"), "subject"))
                .isEqualTo("one two three");
    }

    @Test
    void shouldGuessTheCharsetOfRawHeaders() {
        byte[] latin = "Subject: Zähler\n\n".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(field(message(latin), "subject")).isEqualTo("Zähler");
        assertThat(field(message("Subject: Zähler\n\n"), "subject")).isEqualTo("Zähler");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a@b.c | a@b.c",
                "\"Doe, J. <x>\" <J@B.c> | j@b.c",
                "j@b.c (J. Doe) | j@b.c",
                "=?UTF-8?Q?J=C3=B6?= <j@b.c> | j@b.c",
                "Team: a@b.c, d@e.f; | a@b.c",
                "a@b.c, d@e.f | a@b.c",
                "<@relay:a@b.c> | a@b.c",
            })
    void shouldFindTheSender(String from, String expected) {
        assertThat(field(message("From: " + from + "\n\n"), "sender")).isEqualTo(expected);
    }

    @Test
    void shouldDecodeBodies() {
        assertThat(body(HEAD
                        + "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
                        + "a=C3=A4 soft=\n break =3D"))
                .isEqualTo("aä soft break =");
        assertThat(body(HEAD + "Content-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: base64\n\n"
                        + "pCBp\r\nbg==\n"))
                .isEqualTo("€ in");
        assertThat(field(message((HEAD + "\n50 €").getBytes(Charset.forName("windows-1252"))), "body"))
                .isEqualTo("50 €");
    }

    @Test
    void shouldPreferThePlainAlternative() {
        String mail =
                HEAD + "Content-Type: multipart/alternative; boundary=b\n\npreamble\n--b\nContent-Type: text/html\n\n"
                        + "<p>html</p>\n--b\nContent-Type: text/plain\n\nplain\n--b--\nepilogue";

        assertThat(body(mail)).isEqualTo("plain");
    }

    @Test
    void shouldTakeEveryTextThatIsNoAlternative() {
        String mail = HEAD + "Content-Type: multipart/mixed; boundary=m\n\n--m\n"
                + "Content-Type: multipart/alternative; boundary=\"a\"\n\n--a\nContent-Type: text/html\n\n<b>hi</b>\n--a--\n"
                + "--m\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\nAAAA\n"
                + "--m\nContent-Type: text/plain\nContent-Disposition: attachment; filename=x\n\nnot shown\n"
                + "--m\n\nfooter\n--m--\n";

        assertThat(body(mail)).isEqualTo("hi\nfooter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<html><head><title>t</title><style>p{}</style></head><body><p>One</p><p>Two</p></body> | One/Two",
                "a<br>b<BR/>c | a/b/c",
                "a &amp; b &lt;c&gt; &#228;&#xE4; &nbsp; &euro; &bogus; & | a & b <c> ää € &bogus; &",
                "<script>if (a < b) {}</script>x<!-- <p>no</p> -->y | xy",
                "1 < 2 and 3 > 2 | 1 < 2 and 3 > 2",
                "<a href=\"x\">link</a> <td>c | link c",
                "cut <b | cut",
                "<!-- never closed | ``",
            })
    void shouldStripHtml(String html, String expected) {
        assertThat(body(HEAD + "Content-Type: text/html\n\n" + html)).isEqualTo(expected.replace('/', '\n'));
    }

    @Test
    void shouldStripHtmlInLinearTime() {
        for (String piece :
                new String[] {"<", "<a ", "<!--", "<script>", "&", "&#", "<head>", "</", "<style></", "<table><b>"}) {
            assertThat(body(HEAD + "Content-Type: text/html\n\n" + piece.repeat(900_000 / piece.length())))
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Type: multipart/mixed\n\nno boundary",
                "Content-Type: multipart/mixed; boundary=x\n\nno boundary in here",
                "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n\ncut",
                "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/mixed; boundary=x\n\n--x\n--x--",
                "Content-Type: ;;;=\nContent-Transfer-Encoding: base64\n\n!!!!===",
                "Content-Type: text/plain; charset=no-such\nContent-Transfer-Encoding: no-such\n\nx",
                "Content-Transfer-Encoding: quoted-printable\n\n=ZZ = =\n=4",
                "this line is no header\nX-More: y\n\nbody",
                ": no name\n\nbody",
                "X: y",
                "",
            })
    void shouldReadBrokenMimeAsMailClientsDo(String rest) {
        assertThat(mails().arrives(HEAD + rest).identity()).isEqualTo("<1@example.com>");
        assertThat(field(message(HEAD + rest), "subject")).isEqualTo("s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "no header at all",
                "{\"json\": true}",
                "\nSubject: below an empty line",
                "ERROR: a log line\n",
                "From a@b Thu\n",
                "\0\1\2: binary",
            })
    void shouldCallUnreadableWhatIsNoMail(String value) {
        Refusal refusal = mails().refuses(value);

        assertThat(refusal.reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(refusal.explanation()).startsWith("not a mail: ");
    }

    @Test
    void shouldBoundNestingAndParts() {
        StringBuilder deep = new StringBuilder(HEAD);
        for (int i = 0; i < 5_000; i++) {
            deep.append("Content-Type: multipart/mixed; boundary=b")
                    .append(i)
                    .append("\n\n--b")
                    .append(i)
                    .append('\n');
        }
        String many = HEAD + "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n".repeat(20_000) + "--b--";

        assertThat(mails().refuses(deep.toString()).explanation()).contains("limits.max-depth (64)");
        assertThat(mails().refuses(many).explanation()).contains("1000 parts");
    }

    @Test
    void shouldHashAMailTheSameHoweverItWasDelivered() {
        Fingerprint first = fingerprint(HEAD + "Content-Type: text/plain; charset=utf-8\n\nGröße\n");

        assertThat(fingerprint("Received: by b\r\n" + HEAD.replace("\n", "\r\n").replace("Subject: s", "Subject:\r\n s")
                        + "X-Spam: no\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
                        + "Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=F6=DFe\r\n\r\n"))
                .isEqualTo(first);
        assertThat(fingerprint(HEAD + "Content-Type: text/plain; charset=utf-8\n\nGrösse\n"))
                .isNotEqualTo(first);
        assertThat(fingerprint(HEAD.replace("Subject: s", "Subject: t") + "\nGröße\n"))
                .isNotEqualTo(first);
    }

    @Test
    void shouldHashAttachmentsToo() {
        String mail = HEAD + "Content-Type: multipart/mixed; boundary=m\n\n--m\n\ntext\n--m\nContent-Type: image/png\n"
                + "Content-Transfer-Encoding: base64\n\nAAEC\n--m--\n";

        assertThat(fingerprint(mail)).isNotEqualTo(fingerprint(mail.replace("AAEC", "AAED")));
    }

    @Test
    void shouldRefuseSettingsThatNoMailCanMeet() {
        assertThatThrownBy(() -> GivenSource.of("rfc822", new IdentitySettings.Field("/id"))
                        .reader())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field '/id' cannot be in a mail");
        assertThatThrownBy(() -> mails().withField("size", "x-size", FieldSettings.Type.NUMBER, false)
                        .reader())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field size cannot be of type NUMBER");
    }

    @Test
    void shouldReadATombstone() {
        assertThat(mails().refuses(message((byte[]) null)).reason()).isEqualTo(Reason.NO_IDENTITY);
        assertThat(mails().refuses(message(bytes(""))).reason()).isEqualTo(Reason.UNREADABLE);
    }

    private static Fingerprint fingerprint(String mail) {
        return mails().arrives(mail).fingerprint();
    }
}
