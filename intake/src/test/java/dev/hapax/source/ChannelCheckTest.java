package dev.hapax.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.SettingsFile;
import dev.hapax.intake.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration says to rules that deliver, before anything runs. */
class ChannelCheckTest {

    private static final String RULES = """
            version: 1
            templates:
              note: { subject: "{{subject}}", text: "Hello {{%s}}" }
            rules:
              - id: note
                label: note
                when: { keywords: { in: [subject], any: ["note"] } }
                deliver: { channel: mail, to: "{{sender}}", id: "note:{{subject}}", template: note }
            """;

    private static final String SOURCES = """
            kafka: { bootstrap.servers: none }
            sources: [{ topic: t, format: %s, identity: { field: %s } }]
            classifiers: { rules: { file: rules.yaml }, unused: { file: rules.yaml } }
            """;

    private static final String DELIVERY = """
            delivery:
              signing-key: key.pem
              channels:
                %s: { smtp: { host: mail.example.com, from: a@example.com, verified-domains: [example.com] } }
            """;

    @TempDir
    private Path folder;

    @Test
    void shouldAcceptWhatCanBeSent() throws IOException {
        assertThat(load("name", "json", "/id", DELIVERY.formatted("mail"))).isNotNull();
    }

    @Test
    void shouldRefuseRulesThatDeliverWhereNothingCanBeSent() {
        assertThatThrownBy(() -> load("name", "json", "/id", ""))
                .hasMessageContaining("classifiers.rules.file")
                .hasMessageContaining("rule note (line 8): deliver.channel: there is no channel 'mail'; add it to");
    }

    @Test
    void shouldRefuseAChannelThatDoesNotExist() {
        assertThatThrownBy(() -> load("name", "json", "/id", DELIVERY.formatted("post")))
                .hasMessageContaining("there is no channel 'mail'; delivery.channels has [post]");
    }

    @Test
    void shouldRefuseAVariableThatNoSourceCanHave() {
        assertThatThrownBy(() -> load("customer/name", "rfc822", "message-id", DELIVERY.formatted("mail")))
                .hasMessageContaining("rule note (line 8): deliver: no source has a field '/customer/name'");
    }

    @Test
    void shouldRefuseAScoreByAnUnknownClassifier() {
        String delivery = DELIVERY.formatted("mail") + "  score: { classifier: nobody }\n";

        assertThatThrownBy(() -> load("name", "json", "/id", delivery))
                .hasMessageContaining("delivery.score.classifier")
                .hasMessageContaining("must name one of classifiers: rules, unused");
    }

    private Object load(String variable, String format, String identity, String delivery) throws IOException {
        Files.writeString(folder.resolve("rules.yaml"), RULES.formatted(variable));
        Path file = Files.writeString(folder.resolve("hapax.yaml"), SOURCES.formatted(format, identity) + delivery);
        return SettingsFile.load(file, name -> null, new SourceCheck(Formats.load(), Classifiers.installed()))
                .settings();
    }
}
