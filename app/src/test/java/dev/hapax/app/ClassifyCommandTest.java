package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifyCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void shouldDecideAMessageAndNameTheRule() throws IOException {
        String file = file("failed.json", "{\"subject\":\"Payment failed for invoice 7\"}");

        Typed text = Typed.hapax("classify", file);
        Typed json = Typed.hapax("classify", "-o", "json", file);

        assertThat(text.exitCode()).isZero();
        assertThat(text.err()).isEmpty();
        assertThat(text.out())
                .contains("outcome      decision")
                .contains("identity ")
                .contains("fingerprint ");
        JsonNode decision = objects(json).get(0);
        assertThat(json.exitCode()).isZero();
        assertThat(decision.get("label").asText()).startsWith("billing");
        assertThat(decision.get("important").asBoolean()).isTrue();
        assertThat(decision.get("rule").asText()).isNotBlank();
        assertThat(decision.get("classifier").asText()).isNotBlank();
    }

    @Test
    void shouldSayWhyAMessageWouldBeQuarantined() throws IOException {
        String file = file("broken.json", "{\"subject\":");

        Typed text = Typed.hapax("classify", file);
        Typed json = Typed.hapax("classify", "-o", "json", file);

        assertThat(text.exitCode()).isEqualTo(3);
        assertThat(text.out()).contains("outcome      quarantine").contains("UNREADABLE");
        JsonNode refusal = objects(json).get(0);
        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(refusal.get("quarantine").asText()).isEqualTo("UNREADABLE");
        assertThat(refusal.get("disposition").asText()).isEqualTo("POISON");
        assertThat(refusal.get("nextAction").asText()).isEqualTo("fix-and-replay");
        assertThat(refusal.get("explanation").asText()).isNotBlank();
    }

    @Test
    void shouldShowTheEventTimeOfAField() throws IOException {
        String config = file("timed.yaml", """
                kafka: { bootstrap.servers: none }
                sources: [{ topic: in, identity: { field: /id }, event-time: /created }]
                """);
        String file = file("two.jsonl", "{\"id\":1,\"created\":1777896000000}\n{\"id\":2}\n");

        Typed json = Typed.hapax("classify", "-o", "json", "-c", config, file);

        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(objects(json).get(0).get("eventTime").asText()).isEqualTo("2026-05-04T12:00:00Z");
        assertThat(objects(json).get(1).get("explanation").asText())
                .isEqualTo("event-time: field /created is missing; required is a time");
    }

    @Test
    void shouldReadOneMessageALine() throws IOException {
        String file = file("all.jsonl", "{\"subject\":\"Payment failed\"}\r\n\n  \n{broken\n{\"subject\":\"Hello\"}");

        Typed json = Typed.hapax("classify", "-o", "json", file);

        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(objects(json))
                .extracting(node ->
                        node.get("line").asText() + " " + node.get("outcome").asText())
                .containsExactly("1 decision", "4 quarantine", "5 decision");
    }

    @Test
    void shouldReadLinesOfStandardInput() throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("{\"n\":1}\n{\"n\":2}\n".getBytes(StandardCharsets.UTF_8)));
        try {
            Typed json = Typed.hapax("classify", "--lines", "-o", "json");

            assertThat(json.exitCode()).isZero();
            assertThat(objects(json)).hasSize(2);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldExplainWhichRulesMatchAndWhyOthersDoNot() throws IOException {
        String rules = file("rules.yaml", """
                version: 1
                default: { label: other, important: false, score: 0, reason: "No rule matched" }
                rules:
                  - id: large.refund
                    label: refund
                    priority: 90
                    score: 50
                    reason: "Refund"
                    when: { keywords: { in: [subject], any: ["refund"] }, conditions: ["amount > 100"] }
                  - id: refund
                    label: refund
                    priority: 50
                    score: 50
                    reason: "Refund"
                    when: { keywords: { in: [subject], any: ["refund"] } }
                  - id: any.amount
                    label: money
                    priority: 10
                    score: 5
                    reason: "Money"
                    when: { conditions: ["amount > 1"] }
                  - id: news
                    label: newsletter
                    priority: 5
                    score: 5
                    reason: "News"
                    when: { keywords: { in: [subject], any: ["newsletter"] } }
                """);
        String file = file("refund.json", "{\"subject\":\"Your refund\",\"amount\":7}");

        Typed text = Typed.hapax("classify", "--rules", rules, "--explain", file);
        Typed json = Typed.hapax("classify", "--rules", rules, "--explain", "-o", "json", file);

        assertThat(text.err()).isEmpty();
        assertThat(text.out().replace("\r", "")).contains("""
                rules        4: 2 matched, 1 nearly
                  large.refund (priority 90): does not match
                    yes  subject has "refund" (subject is "Your refund")
                    no   amount > 100 (amount is 7)
                  refund (priority 50): decides
                    yes  subject has "refund" (subject is "Your refund")
                  any.amount (priority 10): matches, but a rule of higher priority comes first
                    yes  amount > 1 (amount is 7)
                """);
        JsonNode explained = objects(json).get(0).get("rules");
        assertThat(explained).hasSize(4);
        assertThat(explained.get(3).get("matches").asText()).isEqualTo("no");
        assertThat(explained.get(1).get("decides").asBoolean()).isTrue();
    }

    @Test
    void shouldReadStandardInputWithoutAFile() throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("{\"subject\":\"Hello\"}".getBytes(StandardCharsets.UTF_8)));
        try {
            Typed json = Typed.hapax("classify", "-o", "json");

            assertThat(json.exitCode()).isZero();
            assertThat(objects(json).get(0).get("outcome").asText()).isEqualTo("decision");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void shouldJudgeEveryFileAndReportTheWorst() throws IOException {
        String good = file("good.json", "{\"subject\":\"Hello\"}");
        String bad = file("bad.json", "");

        Typed text = Typed.hapax("classify", good, bad, good);
        Typed json = Typed.hapax("classify", "-o", "json", good, bad, good);

        assertThat(text.exitCode()).isEqualTo(3);
        assertThat(text.out()).containsSubsequence(good, "decision", bad, "quarantine", good, "decision");
        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(objects(json))
                .extracting(object -> object.get("file").asText())
                .containsExactly(good, bad, good);
    }

    @Test
    void shouldNameAFileThatCannotBeRead() {
        Typed refused = Typed.hapax("classify", ".");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains(". cannot be read").hasLineCount(1);
    }

    @Test
    void shouldNameAFileThatDoesNotExist() {
        Typed refused = Typed.hapax("classify", "nowhere.json");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("nowhere.json does not exist").hasLineCount(1);
    }

    @Test
    void shouldUseTheRulesItIsGiven() throws IOException {
        String rules = file("rules.yaml", """
                version: 1
                default: { label: other }
                rules:
                  - id: greeting
                    label: greeting
                    when: { keywords: { in: [subject], any: [hello] } }
                """);
        String message = file("hello.json", "{\"subject\":\"Hello you\"}");

        Typed json = Typed.hapax("classify", "--rules", rules, "-o", "json", message);

        assertThat(objects(json).get(0).get("rule").asText()).isEqualTo("greeting");
    }

    @Test
    void shouldNotTakeRulesAndAConfigurationAtOnce() {
        Typed refused = Typed.hapax("classify", "--rules", "a", "-c", "b", "message");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--rules").contains("mutually exclusive");
    }

    @Test
    void shouldReadMail() throws IOException {
        String mail = file("mail.eml", """
                Message-ID: <7@example.com>
                From: Billing <billing@example.com>
                Subject: =?utf-8?q?Payment_failed?=

                Your card was declined.
                """);

        Typed json = Typed.hapax("classify", "--format", "rfc822", "-o", "json", mail);

        JsonNode decision = objects(json).get(0);
        assertThat(json.exitCode()).isZero();
        assertThat(decision.get("identity").asText()).contains("7@example.com");
        assertThat(decision.get("label").asText()).startsWith("billing");
    }

    @Test
    void shouldReadAnEventWhoseAttributesAreHeaders() throws IOException {
        String data = file("data.json", "{\"subject\":\"Hello\"}");

        Typed json = Typed.hapax(
                "classify",
                "--format",
                "cloudevents",
                "--header",
                "ce_specversion=1.0",
                "--header",
                "ce_id=7",
                "--header",
                "ce_source=/shop",
                "--header",
                "ce_type=order.placed",
                "--header",
                "content-type=application/json",
                "-o",
                "json",
                data);

        assertThat(json.exitCode()).as(json.out() + json.err()).isZero();
        assertThat(objects(json).get(0).get("identity").asText()).isEqualTo("/shop:7");
    }

    @Test
    void shouldTakeTheSourceOfAConfigurationByNameOrFormat() throws IOException {
        String config = file("hapax.yaml", """
                kafka: { bootstrap.servers: none }
                sources:
                  - { topic: orders, identity: { field: /order } }
                  - { topic: payments, identity: { template: "payment:{/payment}" } }
                  - { topic: mail, format: rfc822, identity: { field: message-id } }
                """);
        String message = file("message.json", "{\"order\":\"o1\",\"payment\":\"p1\"}");
        String mail = file("mail.eml", "Message-ID: <7@example.com>\n\nHello\n");

        Typed first = Typed.hapax("classify", "-c", config, "-o", "json", message);
        Typed named = Typed.hapax("classify", "-c", config, "--source", "payments", "-o", "json", message);
        Typed byFormat = Typed.hapax("classify", "-c", config, "--format", "rfc822", "-o", "json", mail);
        Typed unknown = Typed.hapax("classify", "-c", config, "--source", "refunds", message);

        assertThat(objects(first).get(0).get("identity").asText()).isEqualTo("o1");
        assertThat(objects(named).get(0).get("identity").asText()).isEqualTo("payment:p1");
        assertThat(objects(byFormat).get(0).get("identity").asText()).contains("7@example.com");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("refunds").contains("orders (json)").contains("payments (json)");
    }

    @Test
    void shouldTakeTheIdentityFromTheKey() throws IOException {
        String config = file("hapax.yaml", """
                kafka: { bootstrap.servers: none }
                sources: [ { topic: orders, identity: { record-key: true } } ]
                """);
        String message = file("message.json", "{}");

        Typed keyed = Typed.hapax("classify", "-c", config, "--key", "k1", "-o", "json", message);
        Typed keyless = Typed.hapax("classify", "-c", config, "-o", "json", message);

        assertThat(objects(keyed).get(0).get("identity").asText()).isEqualTo("k1");
        assertThat(keyless.exitCode()).isEqualTo(3);
        assertThat(objects(keyless).get(0).get("quarantine").asText()).isEqualTo("NO_IDENTITY");
    }

    @Test
    void shouldNameTheFormatsThereAreWhenAskedForAnother() throws IOException {
        Typed refused = Typed.hapax("classify", "--format", "xml", file("message.xml", "<a/>"));

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("xml").contains("json", "cloudevents", "rfc822");
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private static List<JsonNode> objects(Typed typed) throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (String line : typed.out().lines().toList()) {
            objects.add(JSON.readTree(line));
        }
        return objects;
    }
}
