package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.SigningKey;
import dev.hapax.domain.Header;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.HeaderNames;
import java.io.IOException;
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

/** Rules that deliver, over the whole topology: staged with the decision, once, and never lost silently. */
class RuleDeliveryTopologyTest {

    private static final String SETTINGS = """
            topics: { partitions: 1 }
            # The driver runs everything as one task, and the ledger reads with the time of day.
            guard: { max-lateness: 3650d }
            sources:
              - { topic: orders, name: orders, identity: { field: /id }, keyed-by-identity: true }
              - { topic: hooks, name: hooks, identity: { field: /id } }
            delivery:
              signing-key: key.pem
              channels:
                mail: { smtp: { host: mail.example.com, from: a@example.com, verified-domains: [example.com] } }
                web: { http: { allow: [hooks.example.com] } }
              policies:
                - { name: by-rule, channel: mail, staged-by: "rule:*" }
                - { name: all-hooks, channel: web }
            """;

    private static final String RULES = """
            version: 1
            default: { label: other, important: false, score: 0, reason: "No rule matched" }
            templates:
              failed:
                subject: "Payment failed: {{invoice}}"
                text: "Dear {{name}}, {{subject}}."
                html: "<p>Dear {{name}}</p>"
              hook:
                headers: { content-type: application/json }
                body: '{"invoice": "{{invoice}}"}'
            rules:
              - id: billing.failed
                label: billing-failure
                important: true
                score: 20
                when: { keywords: { in: [subject], any: ["payment failed"] } }
                deliver: { channel: mail, to: "{{email}}", id: "invoice:{{invoice}}", template: failed }
              - id: billing.hook
                label: billing-hook
                when: { keywords: { in: [subject], any: ["hook"] } }
                deliver:
                  { channel: web, to: "https://hooks.example.com/{{invoice}}", id: "hook:{{invoice}}", template: hook, approval: person }
            """;

    private static final String FAILED =
            "{\"id\":\"%s\",\"invoice\":\"9\",\"email\":\"ann@example.org\",\"name\":\"Ann\",\"subject\":\"payment failed\"}";

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private HapaxFixture hapax;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("key.pem"), SigningKey.generate());
        hapax = new HapaxFixture(folder, SETTINGS);
        hapax.appliesRules(RULES);
        hapax.commits();
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "hooks"})
    void shouldStageWithTheDecision(String topic) {
        hapax.sends(topic, "1", FAILED.formatted("1"));

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(staged()).hasSize(1);
        Published staging = staged().get(0);
        assertThat(staging.keyText()).isEqualTo("invoice:9");
        assertThat(staging.header(HeaderNames.CHANNEL)).isEqualTo("mail");
        assertThat(staging.header(HeaderNames.TARGET)).isEqualTo("ann@example.org");
        assertThat(staging.header(HeaderNames.STAGED_BY)).isEqualTo("rule:billing.failed");
        assertThat(staging.header(HeaderNames.CAUSE))
                .isEqualTo(last(hapax.decisions()).identity());
        assertThat(staging.valueText())
                .contains("Subject: Payment failed: 9\r\n", "Dear Ann, payment failed=2E", "<p>Dear Ann</p>");
        Delivery delivery = delivery("invoice:9");
        assertThat(delivery.state()).isEqualTo(DeliveryState.DUE);
        assertThat(Objects.requireNonNull(delivery.approval()).by()).isEqualTo("policy:by-rule");
    }

    @Test
    void shouldStageNothingForDuplicatesRedeliveriesAndOtherRules() {
        hapax.sends("hooks", "1", FAILED.formatted("1"));
        hapax.redeliversTheLast();
        hapax.sends("hooks", "1", FAILED.formatted("1"));
        hapax.sends("hooks", "2", "{\"id\":\"2\",\"subject\":\"hello\"}");

        assertThat(hapax.duplicates()).hasSize(2);
        assertThat(hapax.decisions()).hasSize(2);
        assertThat(staged()).hasSize(1);
    }

    @Test
    void shouldSendAReplayUnderANewGenerationOnceAndASilentOneNever() {
        hapax.sends("orders", "1", FAILED.formatted("1"));
        replay(1);

        assertThat(hapax.decisions()).hasSize(2);
        assertThat(staged()).hasSize(2);
        assertThat(staged().get(1).value()).isEqualTo(staged().get(0).value());
        assertThat(hapax.published(hapax.settings().topic(Topic.DUE))).hasSize(1);
        assertThat(refused()).isEmpty();

        replay(2, header(HeaderNames.SUPPRESS_ALERTS, "1"));
        assertThat(hapax.decisions()).hasSize(3);
        assertThat(staged()).hasSize(2);
    }

    @Test
    void shouldRefuseOtherBytesUnderTheSameIdVisibly() {
        hapax.sends("orders", "1", FAILED.formatted("1"));
        hapax.sends("orders", "2", FAILED.formatted("2").replace("Ann", "Bob"));

        assertThat(hapax.decisions()).hasSize(2);
        assertThat(hapax.published(hapax.settings().topic(Topic.DUE))).hasSize(1);
        assertThat(refused()).hasSize(1);
        assertThat(refused().get(0).header(HeaderNames.REASON)).contains("was staged before with other content");
        assertThat(refused().get(0).valueText()).contains("Dear Bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "hooks"})
    void shouldKeepTheDecisionWhenAValueIsMissing(String topic) {
        hapax.sends(topic, "1", "{\"id\":\"1\",\"invoice\":\"9\",\"name\":\"A\",\"subject\":\"payment failed\"}");

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(hapax.alerts()).hasSize(1);
        assertThat(hapax.quarantine()).isEmpty();
        assertThat(staged()).isEmpty();
        Published kept = last(refused());
        assertThat(kept.header(HeaderNames.REASON)).isEqualTo("rule billing.failed: to: {{email}} has no value");
        assertThat(kept.header(HeaderNames.STAGED_BY)).isEqualTo("rule:billing.failed");
        assertThat(kept.header(HeaderNames.SOURCE_TOPIC)).isEqualTo(topic);
        assertThat(kept.valueText()).contains("\"invoice\":\"9\"");
    }

    @Test
    void shouldRefuseHeaderInjection() {
        hapax.sends("orders", "1", FAILED.formatted("1").replace("\"9\"", "\"9\\r\\nBcc: eve@example.net\""));

        assertThat(staged()).isEmpty();
        assertThat(last(refused()).header(HeaderNames.REASON)).contains("control character");
    }

    @Test
    void shouldLeaveItToAPersonWhereTheRuleSaysSo() {
        hapax.sends("orders", "1", "{\"id\":\"1\",\"invoice\":\"9\",\"subject\":\"hook\"}");

        assertThat(delivery("hook:9").state()).isEqualTo(DeliveryState.AWAITING_APPROVAL);
    }

    /** A rolling restart, or rules that were applied meanwhile: the decision is of the version that renders the delivery. */
    @Test
    void shouldDecideAgainWhatOtherRulesClassifiedBeforeTheMove() throws IOException {
        hapax.sends("hooks", "1", FAILED.formatted("1"));
        Published moved = last(hapax.moved());
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.copy(folder.resolve("key.pem"), other.resolve("key.pem"));

        try (HapaxFixture later = new HapaxFixture(other, SETTINGS)) {
            later.appliesRules(RULES.replace("billing.failed", "billing.new").replace("invoice:{{", "new:{{"));
            later.commits();
            later.movesAgain(moved);

            assertThat(last(later.decisions()).decision().judgement().rule()).isEqualTo("billing.new");
            assertThat(last(later.published(later.settings().topic(Topic.DELIVERY_EVENTS)))
                            .keyText())
                    .isEqualTo("new:9");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "channel: mail;channel: post;there is no channel 'post'; delivery.channels has [mail, web]",
                "channel: mail;channel: web;template: is a mail, but the channel web sends HTTP requests",
                "approval: person;approval: by-nobody;there is no policy 'by-nobody'",
                "approval: person;approval: by-rule;the policy 'by-rule' does not match channel web",
                "failed:\n;failed:\n    from: a@example.net\n;the domain example.net must be in verified-domains",
            })
    void shouldRefuseRulesThatTheConfigurationCannotDeliver(String change) {
        String[] parts = change.split(";", 3);
        String rules = RULES.replace(parts[0], parts[1]);

        assertThatThrownBy(() -> hapax.appliesRules(rules))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("(line ")
                .hasMessageContaining(parts[2]);
    }

    @Test
    void shouldScoreWhatIsStagedWithoutAScore() {
        hapax.close();
        hapax = new HapaxFixture(folder, SETTINGS + "  score: { classifier: rules }\n");
        hapax.appliesRules(RULES);
        hapax.commits();

        hapax.sends("orders", "1", FAILED.formatted("1"));

        Delivery delivery = delivery("invoice:9");
        assertThat(delivery.draft().score()).isEqualTo(0.2);
        assertThat(delivery.history()).anySatisfy(entry -> {
            assertThat(entry.what()).isEqualTo("scored");
            assertThat(entry.by()).startsWith("rules@");
            assertThat(entry.detail()).startsWith("0.20: billing-failure");
        });
    }

    @Test
    void shouldKeepADeliveryWhoseClassifierFails() {
        hapax.close();
        hapax = new HapaxFixture(folder, SETTINGS + "  score: { classifier: moody }\n");

        for (String mood : List.of("undecided", "broken", "endless", "silent")) {
            hapax.sends(
                    hapax.settings().topic(Topic.DELIVERIES),
                    mood,
                    "From: a@example.com\r\nMood: " + mood + "\r\nSubject: x\r\n\r\nHello\r\n",
                    header(HeaderNames.CHANNEL, "mail"),
                    header(HeaderNames.TARGET, "ann@example.org"));

            assertThat(delivery(mood).state()).isEqualTo(DeliveryState.AWAITING_APPROVAL);
            assertThat(delivery(mood).draft().score()).isZero();
            assertThat(delivery(mood).history())
                    .anySatisfy(entry -> assertThat(entry.detail()).contains("the classifier failed"));
        }
    }

    private void replay(int generation, Header... more) {
        Published decision = hapax.decisions().get(0);
        List<Header> headers = new ArrayList<>(List.of(
                header(HeaderNames.SOURCE, "orders"),
                header(HeaderNames.GENERATION, Integer.toString(generation)),
                header(HeaderNames.SOURCE_TOPIC, "orders"),
                header(HeaderNames.SOURCE_PARTITION, "0"),
                header(HeaderNames.SOURCE_OFFSET, "0"),
                header(HeaderNames.SOURCE_KEY, "1"),
                header(HeaderNames.ATTEMPTS, "0"),
                header(HeaderNames.ORIGINAL_HEADERS, "0")));
        headers.addAll(List.of(more));
        hapax.sends(
                hapax.settings().topic(Topic.REPLAYS),
                "1",
                FAILED.formatted("1"),
                decision.time(),
                headers.toArray(new Header[0]));
    }

    private List<Published> staged() {
        return hapax.published(hapax.settings().topic(Topic.DELIVERY_EVENTS)).stream()
                .filter(record -> record.header(HeaderNames.CHANNEL) != null)
                .toList();
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
