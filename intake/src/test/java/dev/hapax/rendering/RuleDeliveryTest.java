package dev.hapax.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuleDeliveryTest {

    private static final int LARGEST = 1 << 20;

    private final Map<String, Value> fields = new HashMap<>(Map.of(
            "email", new Value.Text("ann@example.org"),
            "invoice", new Value.Text("inv-9"),
            "amount", new Value.Amount(new BigDecimal("49.90")),
            "subject", new Value.Text("Zahlung fehlgeschlagen: Grüße, 東京")));

    @Test
    void shouldRenderAMailThatAParserReadsBack() throws Exception {
        RuleDelivery delivery = mail("{{subject}}", "Dear {{email}},\n{{amount}} EUR.\n", "<p>{{amount}} &euro;</p>");

        RenderedDelivery rendered = render(delivery);

        assertThat(rendered.id()).isEqualTo("invoice:inv-9");
        assertThat(rendered.target()).isEqualTo("ann@example.org");
        Message message = parsed(rendered.artifact());
        assertThat(message.getSubject()).isEqualTo("Zahlung fehlgeschlagen: Grüße, 東京");
        assertThat(message.getTo()).hasToString("[ann@example.org]");
        assertThat(message.getDate()).isEqualTo("2026-05-04T12:00:00Z");
        assertThat(text(message, 0)).isEqualTo("Dear ann@example.org,\r\n49.9 EUR.");
        assertThat(text(message, 1)).isEqualTo("<p>49.9 &euro;</p>");
    }

    @Test
    void shouldRenderTheSameBytesForTheSameMessage() throws Exception {
        RuleDelivery delivery = mail("{{subject}}", "Hello", null);

        assertThat(render(delivery).artifact()).isEqualTo(render(delivery).artifact());
        assertThat(new String(render(delivery).artifact(), StandardCharsets.UTF_8))
                .isEqualTo("""
                From: Billing <billing@example.com>
                To: ann@example.org
                Subject: =?UTF-8?Q?Zahlung_fehlges?=
                 =?UTF-8?Q?chlagen:_Gr=C3=BC=C3=9Fe,_=E6=9D=B1=E4=BA=AC?=
                Date: Mon, 4 May 2026 12:00:00 +0000
                Message-ID: <invoice+3Ainv-9.id.hapax@example.com>
                MIME-Version: 1.0
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                Hello
                """.replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "  spaces  within  ",
                "=?UTF-8?Q?not_encoded?=",
                "a-very-long-word-a-very-long-word-a-very-long-word-a-very-long-word-a-very-long-word-a-very-long-word",
                "emoji 😀 and ümlauts, again and again: 😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀",
            })
    void shouldKeepEverySubjectAsItIs(String subject) throws Exception {
        fields.put("subject", new Value.Text(subject));

        byte[] mail = render(mail("{{subject}}", "Hello", null)).artifact();

        assertThat(parsed(mail).getSubject()).isEqualTo(subject.strip());
        assertThat(Arrays.stream(new String(mail, StandardCharsets.UTF_8).split("\r\n")))
                .allMatch(line -> line.length() < 200);
    }

    @Test
    void shouldKeepAnAddressInReplyToAnAddress() throws Exception {
        fields.put("agent", new Value.Text("Jörg"));
        MailTemplate template = new MailTemplate(
                null,
                TextTemplate.parse("Hi", Escaping.NONE),
                TextTemplate.parse("Hello", Escaping.NONE),
                null,
                Map.of("Reply-To", TextTemplate.parse("{{agent}} <help@example.com>", Escaping.NONE)));

        byte[] mail = template.render(
                new ArtifactTemplate.Envelope("i:1", "ann@example.org", 0),
                new MessageValues(decision(), content()),
                "billing@example.com",
                LARGEST);

        assertThat(parsed(mail).getReplyTo().flatten()).singleElement().satisfies(address -> {
            assertThat(address.getName()).isEqualTo("Jörg");
            assertThat(address.getAddress()).isEqualTo("help@example.com");
        });
    }

    @Test
    void shouldRefuseAHeaderTwice() {
        TextTemplate text = TextTemplate.parse("Hi", Escaping.NONE);

        assertThatThrownBy(() -> new MailTemplate(null, text, text, null, Map.of("X-Tag", text, "x-tag", text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is there twice");
    }

    @Test
    void shouldEscapeHtmlAndNotText() throws Exception {
        fields.put("name", new Value.Text("<b>&\"Ann\"</b>"));

        Message message =
                parsed(render(mail("Hi", "Dear {{name}}", "<p>{{name}}</p>")).artifact());

        assertThat(text(message, 0)).isEqualTo("Dear <b>&\"Ann\"</b>");
        assertThat(text(message, 1)).startsWith("<p>&lt;b&gt;&amp;").doesNotContain("<b>");
    }

    @Test
    void shouldKeepLinesDotsAndTrailingSpacesOfTheText() throws Exception {
        String text = ".\r\n..dots \r\n=3D equals=\r\nFrom here\r\nend ";

        Message message =
                parsed(render(mail("Hi", text.replace("\r\n", "\n"), null)).artifact());

        assertThat(text((TextBody) message.getBody())).isEqualTo(text + "\r\n");
    }

    @ParameterizedTest
    @CsvSource({
        "subject, 'Hi\r\nBcc: eve@example.net', Subject: has a line break",
        "subject, 'Hi\u2028there', Subject: has a line break",
        "email, 'ann@example.org\r\nBcc: eve@example.net', to: has a control character",
        "email, 'ann@example.org, eve@example.net', is no address of one recipient",
        "email, 'Ann <ann@example.org>', is no address of one recipient",
        "email, nobody, is no address of one recipient",
        "email, '   ', to: is empty",
        "invoice, 'a\u0000b', id: has a control character",
    })
    void shouldRefuseHostileValues(String field, String value, String why) {
        fields.put(field, new Value.Text(value));

        assertThatThrownBy(() -> render(mail("{{subject}}", "Hello", null)))
                .isInstanceOf(RenderException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseAMessageWithoutTheValue() {
        fields.remove("invoice");
        fields.put("subject", new Value.Nothing());

        assertThatThrownBy(() -> render(mail("Hi", "Hello", null))).hasMessage("id: {{invoice}} has no value");
        fields.put("invoice", new Value.Text("9"));
        assertThatThrownBy(() -> render(mail("{{subject}}", "Hello", null))).hasMessage("{{subject}} has no value");
        assertThatThrownBy(() -> render(mail("Hi", "{{list}}", null))).hasMessageContaining("{{list}}");
    }

    @Test
    void shouldRefuseToInsertAListButAllowToAskForIt() throws Exception {
        fields.put("items", new Value.Structure(true, new Fingerprint(1, 2)));

        assertThat(text((TextBody) parsed(render(mail("Hi", "{{#items}}has items{{/items}}", null))
                                .artifact())
                        .getBody()))
                .isEqualTo("has items\r\n");
        assertThatThrownBy(() -> render(mail("Hi", "{{items}}", null))).hasMessageContaining("is a list");
    }

    @Test
    void shouldLeaveOutConditionsThatDoNotHold() throws Exception {
        fields.put("late", new Value.Flag(false));
        fields.put("note", new Value.Text(""));
        String template = "{{#late}}late {{days}}{{/late}}{{^late}}in time{{/late}}{{#note}}{{note}}{{/note}}"
                + "{{#nothing}}{{nothing}}{{/nothing}}, {{#email}}to {{email}}{{/email}}";

        Message message = parsed(render(mail("Hi", template, null)).artifact());

        assertThat(text((TextBody) message.getBody())).isEqualTo("in time, to ann@example.org\r\n");
    }

    @Test
    void shouldBoundTheOutput() {
        fields.put("long", new Value.Text("x".repeat(1000)));
        RuleDelivery delivery = mail("Hi", "{{long}}".repeat(5000), null);

        assertThatThrownBy(() -> delivery.render(decision(), content(), "a@example.com", 100_000))
                .hasMessageContaining("longer than 100000 characters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Hello {{name          | has a tag that is not closed at '{{name'
            {{#a}}x               | close each
            {{#a}}x{{/b}}         | close each
            x{{/b}}               | close each
            {{{name}}}            | three braces
            {{&name}}             | is not supported
            {{>file}}             | is not supported
            {{=<% %>=}}           | is not supported
            {{hapax.idenity}}     | is unknown
            {{.}}                 | is no field
            {{}}                  | is no field
            """)
    void shouldRefuseTemplatesThatCannotBe(String template, String why) {
        assertThatThrownBy(() -> TextTemplate.parse(template, Escaping.NONE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldNotReachJavaObjects() {
        for (String name : new String[] {"email.class", "email.length", "class", "getClass", "content", "own"}) {
            assertThatThrownBy(() -> render(mail("Hi", "{{" + name + "}}", null)))
                    .as(name)
                    .hasMessageContaining("has no value");
        }
    }

    @Test
    void shouldKnowFieldsAndPointersAndOwnValues() {
        RuleDelivery delivery = mail("{{a/b}} {{hapax.identity}}", "{{#c}}{{d}}{{/c}}", null);

        assertThat(delivery.fields()).containsExactlyInAnyOrder("email", "invoice", "/a/b", "c", "d");
        assertThat(delivery.requiredFields()).containsExactlyInAnyOrder("email", "invoice", "/a/b");
    }

    @Test
    void shouldRenderARequestWithEscapedJson() throws Exception {
        fields.put("name", new Value.Text("\"}, {\"admin\": true, \"x\": \"\n"));
        fields.put("invoice", new Value.Text("../../admin?x=1#y"));

        RenderedDelivery rendered = render(hook(
                "https://hooks.example.com/i/{{invoice}}",
                "application/json",
                "{\"name\": \"{{name}}\", \"amount\": {{amount}}}"));

        assertThat(rendered.target()).isEqualTo("https://hooks.example.com/i/..%2F..%2Fadmin%3Fx%3D1%23y");
        assertThat(new String(rendered.artifact(), StandardCharsets.UTF_8))
                .startsWith("{\"method\":\"POST\",\"url\":\"https://hooks.example.com/i/..%2F")
                .contains("\"headers\":{\"content-type\":\"application/json\"},\"body\":\"");
    }

    @Test
    void shouldRefuseARequestWhoseBodyIsNoJson() {
        fields.put("amount", new Value.Text("1, \"admin\": true"));

        assertThatThrownBy(() -> render(hook("https://h.example.com/", "application/json", "{\"amount\": {{amount}}}")))
                .hasMessageContaining("body: is no JSON");
    }

    @ParameterizedTest
    @CsvSource({
        "ftp://x.example.com/, must be https://",
        "https://user:pw@x.example.com/, has a user or a password",
        "/relative, must be https://",
        "https://a b/, is no URL",
        "https://2130706433/, must be https://",
        "https://0x7f.1/, must be https://",
        "https://x.example.com:0/, must be https://",
    })
    void shouldRefuseUrlsThatNoChannelCalls(String url, String why) {
        fields.put("callback", new Value.Text(url));
        RuleDelivery delivery = new RuleDelivery(
                "r",
                1,
                "hooks",
                TextTemplate.parse("{{callback}}", Escaping.NONE),
                TextTemplate.parse("i:{{invoice}}", Escaping.NONE),
                new HttpTemplate("POST", Map.of(), TextTemplate.parse("x", Escaping.NONE)),
                null);

        assertThatThrownBy(() -> render(delivery))
                .isInstanceOf(RenderException.class)
                .hasMessageContaining(why)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("pw"));
    }

    private RenderedDelivery render(RuleDelivery delivery) throws RenderException {
        return delivery.render(decision(), content(), "Billing <billing@example.com>", LARGEST);
    }

    private Content content() {
        return fields::get;
    }

    private static Decision decision() {
        return new Decision(
                "billing:inv-9",
                0,
                "payments",
                new Coordinates("in", 0, 7),
                1_777_896_000_000L,
                new Fingerprint(1, 2),
                new Judgement("billing-failure", true, 80, "Payment failed", "billing.failed"),
                "rules@0+0");
    }

    private static RuleDelivery mail(String subject, String text, @Nullable String html) {
        return new RuleDelivery(
                "billing.failed",
                1,
                "mail",
                TextTemplate.parse("{{email}}", Escaping.NONE),
                TextTemplate.parse("invoice:{{invoice}}", Escaping.NONE),
                new MailTemplate(
                        null,
                        TextTemplate.parse(subject, Escaping.NONE),
                        TextTemplate.parse(text, Escaping.NONE),
                        html == null ? null : TextTemplate.parse(html, Escaping.HTML),
                        Map.of()),
                null);
    }

    private static RuleDelivery hook(String to, String type, String body) {
        return new RuleDelivery(
                "r",
                1,
                "hooks",
                TextTemplate.parse(to, Escaping.URL),
                TextTemplate.parse("i:{{invoice}}", Escaping.NONE),
                new HttpTemplate(
                        "POST",
                        Map.of("Content-Type", TextTemplate.parse(type, Escaping.NONE)),
                        TextTemplate.parse(body, Escaping.ofMediaType(type))),
                null);
    }

    private static Message parsed(byte[] mail) throws Exception {
        return new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(mail));
    }

    private static String text(Message message, int part) throws Exception {
        return text((TextBody)
                ((Multipart) message.getBody()).getBodyParts().get(part).getBody());
    }

    private static String text(TextBody body) throws Exception {
        return new String(body.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
