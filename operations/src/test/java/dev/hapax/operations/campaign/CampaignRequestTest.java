package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.config.Settings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CampaignRequestTest {

    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Settings settings = CampaignSettingsFixture.settings();

    private CampaignFile.Defined read(String json) throws Exception {
        return CampaignRequest.read(JSON.readTree(json), settings, NOW);
    }

    @Test
    void shouldReadEveryField() throws Exception {
        CampaignFile.Defined read = read("""
                {"id":"spring.2027","channel":"mail","from":"News <news@example.com>","subject":"Hello {{name}}",
                 "text":"Hello 😀 {{name}}\\n","html":"<p>{{name}}</p>","headers":{"X-Id":"7"},"unsubscribe":true,
                 "notBefore":"2027-01-10T09:00:00Z","expires":"2027-01-11T09:00:00Z","rate":"10/s","domainRate":"60/m",
                 "dailyCap":5000,"warmUp":[100,500],"quietHours":{"from":"22:00","to":"07:00","zone":"Europe/Berlin"},
                 "pauseAbove":0.05}
                """);

        assertThat(read.id()).isEqualTo("spring.2027");
        assertThat(read.definition())
                .isEqualTo(new CampaignDefinition(
                        "mail",
                        "News <news@example.com>",
                        "Hello {{name}}",
                        "Hello 😀 {{name}}\n",
                        "<p>{{name}}</p>",
                        Map.of("X-Id", "7"),
                        true,
                        Instant.parse("2027-01-10T09:00:00Z").toEpochMilli(),
                        Instant.parse("2027-01-11T09:00:00Z").toEpochMilli(),
                        new CampaignPacing(
                                "10/s",
                                "60/m",
                                5000,
                                List.of(100, 500),
                                new QuietHours("22:00", "07:00", "Europe/Berlin"),
                                0.05),
                        NOW.toEpochMilli()));
    }

    @Test
    void shouldReportAllThatIsWrongInTheWordsOfTheRequest() {
        assertThatThrownBy(() -> read("""
                        {"id":"a:b","channel":"hook","text":"{{#if}}","notBefore":"yesterday","dailyCap":"many","warmUp":7}
                        """))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("id: 'a:b'", "channel: 'hook' is no mail channel", "subject: is missing")
                .hasMessageContainingAll("notBefore: ", "dailyCap: must be a whole number", "warmUp: must be a list")
                .hasMessageNotContaining("not-before");
    }

    @Test
    void shouldOpenNoFileThatARequestNames() {
        assertThatThrownBy(() -> read("""
                        {"id":"c","channel":"mail","subject":"Hello","text-file":"/etc/passwd","textFile":"/etc/passwd"}
                        """)).hasMessageContaining("text: is missing");
    }

    @Test
    void shouldRefuseWhatIsNoText() {
        assertThatThrownBy(() -> read("""
                        {"id":"c","channel":"mail","subject":{"a":1},"text":["x"],"headers":{"X-Id":{"a":[]}}}
                        """))
                .hasMessageContainingAll("subject: must be text", "text: must be text", "headers.X-Id: must be text");
    }
}
