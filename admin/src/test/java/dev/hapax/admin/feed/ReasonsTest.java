package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import dev.hapax.intake.Formats;
import dev.hapax.source.Sources;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ReasonsTest {

    private static final String QUOTE = "Payment failed for card 4111222233334444";
    private static final Settings SETTINGS =
            SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                """, "test.yaml", Path.of("."), name -> null).settings();
    private static final Sources SOURCES = Sources.of(SETTINGS, Formats.load(), Classifiers.installed());
    private static final String VERSION =
            Objects.requireNonNull(SOURCES.ofTopic("in")).version();

    private final Decisions.Reasons masked = new Decisions.Reasons(() -> SOURCES, true);

    @Test
    void shouldShowAReasonUnchangedWithoutMasks() {
        assertThat(new Decisions.Reasons(() -> SOURCES, false).of(decision("in", "billing-failure", VERSION)))
                .isEqualTo(QUOTE);
    }

    @Test
    void shouldShowTheTextOfTheRuleWithoutQuotes() {
        assertThat(masked.of(decision("in", "billing.payment-failed", VERSION)))
                .isEqualTo("Payment failed: ***")
                .doesNotContain("4111");
        assertThat(masked.of(decision("in", "default", VERSION))).isEqualTo("No rule matched");
    }

    @Test
    void shouldHideAReasonWhoseRuleIsUnknown() {
        assertThat(masked.of(decision("in", "billing.payment-failed", "rules@of-before")))
                .isEqualTo(Decisions.Reasons.HIDDEN);
        assertThat(masked.of(decision("in", "no-such-rule", VERSION))).isEqualTo(Decisions.Reasons.HIDDEN);
        assertThat(masked.of(decision("gone", "billing.payment-failed", VERSION)))
                .isEqualTo(Decisions.Reasons.HIDDEN);
    }

    private static Decision decision(String topic, String rule, String classifier) {
        return new Decision(
                "id",
                0,
                topic,
                new Coordinates(topic, 0, 0),
                0,
                new Fingerprint(1, 2),
                new Judgement("label", true, 1, QUOTE, rule),
                classifier);
    }
}
