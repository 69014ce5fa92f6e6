package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.Recipient;
import dev.hapax.operations.campaign.CampaignFindings.Finding;
import dev.hapax.operations.campaign.CampaignFindings.Weight;
import dev.hapax.rendering.CampaignMail;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecipientChecksTest {

    private static RecipientChecks checks(String text) {
        CampaignDefinition definition = new CampaignDefinition(
                "mail",
                null,
                "Hello {{name}}",
                text,
                null,
                Map.of(),
                true,
                0,
                0,
                new CampaignPacing(null, null, 0, List.of(), null, 0.2),
                1);
        return new RecipientChecks(
                CampaignMail.of("c", definition, CampaignSettingsFixture.settings()),
                10_000,
                Set.of("out@example.com"));
    }

    private static Recipient recipient(String address, Map<String, String> values) {
        return new Recipient(address, address, values);
    }

    @Test
    void shouldGatherWhatIsWrongByKind() {
        RecipientChecks checks = checks("{{name}}, {{#vip}}dear friend{{/vip}} {{frist}}");

        checks.problem(2, recipient("a@example.com", Map.of("name", "Ann", "first", "x")));
        checks.problem(3, recipient("b@example.com", Map.of("name", "", "frist", "x")));
        checks.problem(4, recipient("out@example.com", Map.of("name", "Eve", "frist", "x")));
        checks.problem(5, recipient("c@example.com", Map.of("name", "C\nBcc: x", "frist", "x")));

        assertThat(checks.findings())
                .contains(
                        new Finding(
                                Weight.ERROR,
                                "not-rendered",
                                1,
                                "the ledger would refuse 1 recipient (line 2): text: {{frist}} has no value; did you mean"
                                        + " 'first'?"),
                        new Finding(
                                Weight.WARNING,
                                "unknown-variable",
                                0,
                                "the templates ask for {{vip}}, which no recipient has"),
                        new Finding(
                                Weight.WARNING,
                                "empty-variable",
                                1,
                                "{{name}} is empty for 1 recipient (line 3); use {{#name}}…{{/name}} around what needs it"),
                        new Finding(
                                Weight.NOTE,
                                "suppressed",
                                1,
                                "no mail goes to 1 recipient (line 4) because of an opt-out"))
                .anySatisfy(finding -> assertThat(finding.what())
                        .startsWith("the ledger would refuse 1 recipient (line 5): Subject: has a line break"));
        assertThat(checks.failed()).isEqualTo(2);
        assertThat(checks.sizes().median()).isBetween(300L, 1_000L);
    }

    @Test
    void shouldReportMailsThatAreTooLarge() {
        RecipientChecks checks = checks("{{name}}");

        checks.problem(2, recipient("a@example.com", Map.of("name", "x".repeat(12_000))));

        assertThat(checks.findings()).hasSize(1);
        assertThat(checks.findings().get(0).what()).contains("longer than");
    }
}
