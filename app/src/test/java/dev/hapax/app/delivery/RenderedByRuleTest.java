package dev.hapax.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesClassifier;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import dev.hapax.instance.ChannelFactory;
import dev.hapax.rendering.RenderedDelivery;
import dev.hapax.rendering.RuleDelivery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rules render is what the channels send: they check the bytes again before they send them. */
class RenderedByRuleTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
                    kafka: { bootstrap.servers: none }
                    sources: [{ topic: t, identity: { field: /id } }]
                    delivery:
                      signing-key: none.pem
                      channels:
                        mail: { smtp: { host: localhost, from: a@example.com, verified-domains: [example.com] } }
                        web: { http: { allow: [hooks.example.com] } }
                    """, "test.yaml", Path.of("/"), name -> null).settings();

    private static final String RULES = """
            version: 1
            templates:
              mail:
                from: '"Büro, Süd" <news@example.com>'
                subject: "{{text}}"
                text: "{{text}}"
                html: "<p>{{text}}</p>"
                headers: { List-Unsubscribe: "<https://example.com/u/{{n}}>", X-Note: "{{text}}" }
              request:
                headers: { content-type: "application/json; charset=utf-8", x-number: "{{n}}" }
                body: '{"text": "{{text}}"}'
            rules:
              - id: by-mail
                label: m
                when: { conditions: ["kind == mail"] }
                deliver: { channel: mail, to: "ann@bücher.example", id: "m:{{n}}", template: mail }
              - id: by-request
                label: r
                when: { conditions: ["kind == request"] }
                deliver: { channel: web, to: "https://hooks.example.com/{{n}}?q={{text}}", id: "r:{{n}}", template: request }
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "Grüße aus Zürich, 東京 und 😀",
                ".",
                "a very long line, again and again, a very long line, again and again, a very long line, again and again",
                "\"quotes\" \\ and <tags> & =?utf-8?q?words?= {braces}",
            })
    void shouldPassTheChecksOfBothChannels(String text) throws Exception {
        for (String kind : new String[] {"mail", "request"}) {
            RenderedDelivery rendered = render(kind, text);

            String problem = ChannelFactory.problem(
                    Objects.requireNonNull(SETTINGS.delivery().channels().get(rendered.channel())),
                    rendered.artifact(),
                    rendered.target());

            assertThat(problem).as(kind + " of " + text).isNull();
        }
    }

    @Test
    void shouldPassTheChecksWithLongTexts() throws Exception {
        String text = "x".repeat(1_500);

        assertThat(ChannelFactory.problem(
                        Objects.requireNonNull(SETTINGS.delivery().channels().get("mail")),
                        render("mail", text).artifact(),
                        "ann@example.org"))
                .isNull();
    }

    @Test
    void shouldWriteTheRequestInItsOneForm() throws Exception {
        byte[] artifact = render("request", "Grüße \"x\"").artifact();

        HttpArtifact read = HttpArtifact.read(artifact);

        assertThat(read.toBytes()).isEqualTo(artifact);
        assertThat(new String(read.body(), StandardCharsets.UTF_8)).isEqualTo("{\"text\": \"Grüße \\\"x\\\"\"}");
    }

    private static RenderedDelivery render(String kind, String text) throws Exception {
        RulesClassifier classifier = new RulesClassifier(RuleSet.parse(RULES, "rules.yaml"));
        Map<String, Value> fields =
                Map.of("kind", new Value.Text(kind), "text", new Value.Text(text), "n", new Value.Text("7"));
        Content content = fields::get;
        Decision decision = new Decision(
                "7",
                0,
                "s",
                new Coordinates("t", 0, 0),
                1_777_896_000_000L,
                new Fingerprint(1, 2),
                classifier.classify(content),
                "v");
        RuleDelivery delivery = Objects.requireNonNull(classifier.deliveryOf(decision.judgement()));
        return delivery.render(decision, content, "a@example.com", 1 << 20);
    }
}
