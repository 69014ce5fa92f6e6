package dev.hapax.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.classify.rules.RuleSet;
import dev.hapax.classify.rules.RulesProvider;
import dev.hapax.config.ClassifierSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassifiersTest {

    @Test
    void shouldFindTheRulesThatComeWithHapax() {
        Classifier classifier = Classifiers.installed().create(settings("rules", null));

        assertThat(classifier.version()).isEqualTo(RuleSet.builtIn().version()).matches("rules@[0-9a-f]{12}");
        assertThat(classifier.fields()).contains("type", "subject", "body", "sender", "amount", "severity");
    }

    @Test
    void shouldTakeTheFileThatTheSettingsName(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("mine.yaml"), "version: 1\nrules: [{id: a, label: b, when: {conditions: [x exists]}}]");

        Classifier classifier = Classifiers.installed().create(settings("rules", file));

        assertThat(classifier.fields()).containsExactly("x");
    }

    @Test
    void shouldNameTheKnownTypesWhenOneIsUnknown() {
        assertThatThrownBy(() -> Classifiers.installed().create(settings("ruels", null)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("classifiers.mail.type: ruels is unknown; use one of: rules");
    }

    @Test
    void shouldRefuseTwoOfOneType() {
        assertThatThrownBy(() -> Classifiers.of(List.of(new RulesProvider(), new RulesProvider())))
                .hasMessageContaining("Two classifiers call themselves rules");
    }

    @Test
    void shouldNameTheFileThatIsNotThere(@TempDir Path folder) {
        assertThatThrownBy(() -> Classifiers.installed().create(settings("rules", folder.resolve("none.yaml"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("none.yaml: does not exist");
    }

    private static ClassifierSettings settings(String type, @Nullable Path file) {
        return new ClassifierSettings("mail", type, file, Map.of(), false);
    }
}
