package com.example.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.config.ClassifierSettings;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import dev.hapax.testkit.ClassifierCheck;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitsTest {

    private static final Path LIMITS = Path.of("limits.csv");

    @TempDir
    Path folder;

    @Test
    void shouldKeepTheRulesForPlugins() throws Exception {
        Path others = Files.writeString(folder.resolve("others.csv"), "EUR,700\n");
        Path wrong = Files.writeString(folder.resolve("wrong.csv"), "EUR;700\n");

        ClassifierCheck.ofType("amount-limits")
                .file(LIMITS)
                .content(Map.of("amount", 1200, "currency", "EUR"))
                .content(Map.of("amount", 12.5, "currency", "USD"))
                .content(Map.of("amount", 1, "currency", "unknown"))
                .otherVersionWith(others)
                .otherVersionWith(Map.of("label", "huge"))
                .refuses(wrong)
                .refuses(folder.resolve("missing.csv"))
                .refuses(Map.of("lable", "huge"))
                .check();
    }

    @Test
    void shouldCompareWithTheLimitOfTheCurrency() throws Exception {
        assertTrue(judgement("499.99", "EUR").reason().contains("is below the limit of 500"));
        assertEquals("large", judgement("500", "EUR").label());
        assertTrue(judgement("500", "EUR").important());
        assertFalse(judgement("500", "USD").important());
        assertThrows(UndecidableException.class, () -> judgement("500", "CHF"));
    }

    @Test
    void shouldRefuseAFileThatChangedAfterItsVersionWasComputed() throws Exception {
        Path file = Files.writeString(folder.resolve("limits.csv"), "EUR,700\n");
        Classifier classifier = classifier(file);
        Files.writeString(file, "EUR,900\n");

        IllegalStateException refused = assertThrows(IllegalStateException.class, classifier::open);

        assertTrue(refused.getMessage().contains("has changed since the start"));
    }

    private static Judgement judgement(String amount, String currency) throws UndecidableException {
        Map<String, Value> fields =
                Map.of("amount", new Value.Amount(new BigDecimal(amount)), "currency", new Value.Text(currency));
        try (Classifier classifier = classifier(LIMITS)) {
            classifier.open();
            return classifier.classify(fields::get);
        }
    }

    private static Classifier classifier(Path file) {
        return new LimitsProvider().create(new ClassifierSettings("limits", "amount-limits", file, Map.of()));
    }
}
