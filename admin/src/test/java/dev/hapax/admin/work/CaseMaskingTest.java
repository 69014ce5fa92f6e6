package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.SettingsFile;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import dev.hapax.masking.Masking;
import dev.hapax.operations.quarantine.Case;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.CaseFile;
import dev.hapax.operations.quarantine.Quarantined;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Cases and their lists with {@code admin.mask} set. */
class CaseMaskingTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant AT = Instant.parse("2026-05-04T12:00:00Z");
    private static final List<SourceSettings> SOURCES = SettingsFile.parse("""
            application-id: test
            kafka: { bootstrap.servers: "localhost:9092" }
            sources:
              - { topic: hooks, namespace: h, identity: { template: "{/card/number}:{/id}" } }
              - { topic: mails, namespace: m, format: rfc822, identity: { field: message-id } }
            classifiers: { rules: { file: rules.yaml } }
            """, "test.yaml", Path.of("."), name -> null)
            .settings()
            .sources();

    @Test
    void shouldShowEverythingWhenNothingIsMasked() throws Exception {
        Case.Details details = details(message("hooks", "{\"card\":{\"number\":\"4111111111111111\"}}"), "why");

        Map<String, @Nullable Object> shown = new CaseView(masking()).of(details);

        assertThat(shown).containsEntry("masked", false).containsAllEntriesOf(CaseFields.of(details));
    }

    @Test
    void shouldMaskByPointerAndByName() throws Exception {
        String value = """
                {"id":"7","card":{"number":"4111111111111111","kind":"visa"},
                 "items":[{"secret":"s3cret!","n":1},{"secret":{"deep":["hidden one",12345]},"n":2}],
                 "number":"not this"}
                """;

        String shown = apiTexts(masking("/card/number", "Secret"), details(message("hooks", value), "why"));

        assertThat(shown).contains("visa", "not this").doesNotContain("4111", "s3cret", "hidden one", "12345");
    }

    @Test
    void shouldMatchAnyStepWithAnAsterisk() throws Exception {
        String shown = apiTexts(
                masking("/cards/*/number"),
                details(message("hooks", "{\"cards\":[{\"number\":\"41111111\"},{\"number\":\"52222222\"}]}"), "w"));

        assertThat(shown).contains("cards", "***").doesNotContain("41111111", "52222222");
    }

    @Test
    void shouldShowTheBytesOnlyWhenNothingIsMasked() {
        Map<String, @Nullable Object> shown =
                new CaseView(masking("card")).of(details(message("hooks", "{\"id\":\"7\"}"), "why"));
        Map<String, @Nullable Object> hidden =
                new CaseView(masking("card")).of(details(message("hooks", "{\"card\":\"x123456\"}"), "why"));
        Map<String, @Nullable Object> unreadable =
                new CaseView(masking("card")).of(details(message("hooks", "{\"card\":\"x123456\""), "why"));

        assertThat(shown).containsEntry("masked", false);
        assertThat(shown.get("value")).isNotNull();
        assertThat(hidden).containsEntry("masked", true).containsEntry("value", null);
        assertThat(unreadable).containsEntry("value", null).containsEntry("payload", null);
    }

    @Test
    void shouldDistinguishAMaskedKeyFromNoKey() {
        CaseView view = new CaseView(masking("card"));
        Message without = message("hooks", "{\"card\":\"x123456\"}");
        Message quoting =
                new Message(without.at(), without.timestamp(), utf8("of x123456"), without.value(), List.of());
        Message other = new Message(without.at(), without.timestamp(), utf8("7"), without.value(), List.of());

        assertThat(view.of(details(quoting, "why")))
                .containsEntry("keyMasked", true)
                .containsEntry("key", null);
        assertThat(view.of(details(without, "why")))
                .containsEntry("keyMasked", false)
                .containsEntry("key", null);
        assertThat(view.of(details(other, "why")))
                .containsEntry("keyMasked", false)
                .containsEntry("key", base64("7"));
    }

    @Test
    void shouldMaskHeadersByNameAndTheirQuotes() throws Exception {
        Message message = new Message(
                new Coordinates("hooks", 0, 1),
                AT.toEpochMilli(),
                utf8("token-abcdef"),
                utf8("{\"id\":\"7\",\"again\":\"token-abcdef\"}"),
                List.of(new Header("Authorization", utf8("token-abcdef")), new Header("traceparent", utf8("00-1"))));

        String shown = apiTexts(masking("authorization"), details(message, "header said token-abcdef"));

        assertThat(shown).contains("traceparent", "00-1").doesNotContain("token-abcdef", base64("token-abcdef"));
    }

    @Test
    void shouldMaskTruncatedAndReformattedValuesInAnExplanation() throws Exception {
        String value = "{\"card\":\"Abcdefghijkl\",\"amount\":12.50,\"pin\":7}";

        String shown = apiTexts(
                masking("card", "amount", "pin"),
                details(message("hooks", value), "'abcdefgh…' and 12.5 and 7, but not 17"));

        assertThat(shown)
                .doesNotContainIgnoringCase("abcdefgh")
                .doesNotContain("12.5")
                .contains("but not 17");
    }

    @Test
    void shouldMaskInDocumentsWithinDocuments() throws Exception {
        String value = "{\"specversion\":\"1.0\",\"body\":\"{\\\"card\\\":\\\"41111111\\\"}\",\"data_base64\":\""
                + base64("{\"card\":\"52222222\"}") + "\"}";

        String shown = apiTexts(masking("/data/card", "/body/card"), details(message("hooks", value), "w"));

        assertThat(shown).contains("specversion").doesNotContain("41111111", base64("{\"card\":\"52222222\"}"));
    }

    @Test
    void shouldHideValuesThatAreNotValidJson() throws Exception {
        for (String value : List.of(
                "{\"card\":\"41111111\"",
                "{\"card\":\"1\"} 41111111",
                "{\"card\":\"41111111\",\"card\":\"2\"}",
                "41111111",
                "card,41111111")) {
            String shown = apiTexts(
                    masking("card"),
                    details(message("hooks", value), "not JSON: Unrecognized token '41111111' at line 1"));

            assertThat(shown)
                    .as(value)
                    .doesNotContain("41111111", base64(value))
                    .contains("hidden");
        }
    }

    @Test
    void shouldMaskHeadersOfMailsAndTheirBody() throws Exception {
        String mail = """
                From: Ann <ann@example.org>
                Subject: =?utf-8?Q?Salary_of_Bob?=
                  and more
                X-Other: fine
                Message-ID: <1@example.org>

                The salary of Bob and more is high
                """.replace("\n", "\r\n");

        String subject = apiTexts(masking("subject"), details(message("mails", mail), "Salary of Bob and more"));
        String sender = apiTexts(masking("sender-domain"), details(message("mails", mail), "by example.org"));
        String nothing = apiTexts(masking("card"), details(message("mails", mail), "why"));

        assertThat(subject)
                .contains("X-Other: fine")
                .doesNotContainIgnoringCase("salary")
                .doesNotContain("and more");
        assertThat(sender).doesNotContain("ann@").contains("Salary_of_Bob");
        assertThat(nothing).contains("Salary_of_Bob", "is high");
    }

    @Test
    void shouldTruncateADeepDocumentWithManyMembers() {
        StringBuilder json = new StringBuilder("{\"a\":".repeat(200)).append("{\"card\":\"zq4111111111\"");
        for (int i = 0; i < 100_000; i++) {
            json.append(",\"").append(i).append("\":0");
        }
        String text = json.append("}".repeat(201)).toString();

        Map<String, @Nullable Object> shown = new CaseView(masking("card")).of(details(message("hooks", text), "why"));

        assertThat(String.valueOf(shown.get("payload"))).hasSizeLessThan(300_000);
        assertThat(shown).containsEntry("payloadCut", true);
    }

    @Test
    void shouldHideTheChangesOfAnEditButNotItsAuthor() throws Exception {
        CaseFile file = new CaseFile(
                new Coordinates("hooks", 0, 1),
                null,
                Case.State.REPLAYED,
                null,
                CaseFile.Resolution.NONE,
                List.of(new CaseFile.Change(
                        AT, "ann", CaseFile.Change.Action.EDITED, "typo", "+ \"card\" : \"99999999\"")));
        Case.Details details =
                new Case.Details(List.of(quarantined(message("hooks", "{\"card\":\"41111111\"}"), "why")), file);

        assertThat(apiTexts(masking("card"), details)).contains("ann", "typo").doesNotContain("99999999", "41111111");
    }

    @Test
    void shouldNeverShowAMaskedValueForAnyMessage() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            String secret = secret(random);
            String value = document(random, secret, 0);
            if (random.nextInt(5) == 0) {
                value = value.substring(0, 1 + random.nextInt(value.length() - 1));
            }
            Message message = new Message(
                    new Coordinates("hooks", 0, i),
                    AT.toEpochMilli(),
                    random.nextBoolean() ? utf8(secret) : null,
                    utf8(value),
                    List.of(new Header(random.nextBoolean() ? "secret" : "SECRET", utf8(secret))));
            Case.Details details = details(message, "it says '" + secret + "', cut: " + secret.substring(0, 7) + "…");
            String shown = apiTexts(masking("secret"), details)
                    + JSON.writeValueAsString(CaseFields.of(details.asCase()).get("case"));

            assertThat(shown)
                    .as("seed %d, round %d: %s", seed, i, value)
                    .doesNotContain(secret, secret.substring(0, 7), base64(secret), base64(value));
        }
    }

    /** A value that occurs nowhere else. */
    private static String secret(Random random) {
        StringBuilder secret = new StringBuilder("zq");
        for (int i = 0; i < 8 + random.nextInt(20); i++) {
            secret.append((char) ('0' + random.nextInt(10)));
        }
        return secret.toString();
    }

    private static String document(Random random, String secret, int depth) {
        StringBuilder json = new StringBuilder("{\"n\":" + depth);
        int members = 1 + random.nextInt(4);
        for (int i = 0; i < members; i++) {
            json.append(",\"m").append(i).append("\":");
            switch (random.nextInt(depth > 4 ? 3 : 5)) {
                case 0 -> json.append("\"quotes ").append(secret).append(" here\"");
                case 1 -> json.append(random.nextInt());
                case 2 -> json.append("[\"").append(secret).append("\",null,true]");
                case 3 -> json.append(document(random, secret, depth + 1));
                default ->
                    json.append('[').append(document(random, secret, depth + 1)).append(']');
            }
        }
        return json.append(",\"secret\":\"").append(secret).append("\"}").toString();
    }

    private static Masking masking(String... masks) {
        return new Masking(List.of(masks), SOURCES);
    }

    /** Everything that the API shows of a case. */
    private static String apiTexts(Masking masking, Case.Details details) throws Exception {
        CaseView view = new CaseView(masking);
        Case.Summary summary = new CaseView(masking).summary(details.latest());
        return JSON.writeValueAsString(view.of(details))
                + JSON.writeValueAsString(summary.preview())
                + JSON.writeValueAsString(summary.explanation())
                + summary.identity()
                + view.said(
                        "would be quarantined again: " + details.latest().header(HeaderNames.ERROR_MESSAGE),
                        List.of(details.latest().original()),
                        true);
    }

    private static Case.Details details(Message message, String explanation) {
        return new Case.Details(
                List.of(quarantined(message, explanation)),
                new CaseFile(message.at(), null, Case.State.OPEN, null, CaseFile.Resolution.NONE, List.of()));
    }

    private static Quarantined quarantined(Message message, String explanation) {
        return new Quarantined(
                new Coordinates("hapax.quarantine", 0, 0),
                AT,
                message,
                List.of(
                        new Header(HeaderNames.REASON, utf8("INVALID")),
                        new Header(HeaderNames.IDENTITY, utf8("h:" + explanation)),
                        new Header(HeaderNames.ERROR_MESSAGE, utf8(explanation)),
                        new Header(HeaderNames.ERROR_STACKTRACE, utf8("Exception: " + explanation))));
    }

    private static Message message(String topic, String value) {
        return new Message(new Coordinates(topic, 0, 1), AT.toEpochMilli(), null, utf8(value), List.of());
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(utf8(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
