package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.rendering.CampaignMail;
import java.nio.charset.StandardCharsets;
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
    void shouldNameOnlyFieldsThatARequestHas() {
        assertThatThrownBy(() -> read("""
                        {"id":"c","channel":"mail","subject":"Hello","headers":{"x-my-id":{}},"expires":"tomorrow",
                         "quietHours":{"from":"25:00","to":"07:00","zone":"UTC"},"domainRate":"fast"}
                        """))
                .hasMessageContainingAll("text: is missing; add 'text: …'", "headers.x-my-id: must be text")
                .hasMessageContainingAll("quietHours: ", "25:00", "domainRate: 'fast'")
                .hasMessageContaining("expires: 'tomorrow' must be a time such as 2027-01-31T09:00:00Z")
                .hasMessageNotContainingAny("text-file", "quiet-hours", "domain-rate", "how long ago");
    }

    @Test
    void shouldRefuseTimesThatNoRecordCanHave() {
        for (String time :
                new String[] {"+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z", "9999999999999999"}) {
            assertThatThrownBy(() -> read(
                            "{\"id\":\"c\",\"channel\":\"mail\",\"subject\":\"Hello\",\"text\":\"x\",\"expires\":\""
                                    + time + "\"}"))
                    .as(time)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expires: ");
        }
    }

    @Test
    void shouldRefuseHeadersThatWouldStartAnother() {
        assertThatThrownBy(() -> read("""
                        {"id":"c","channel":"mail","subject":"a\\r\\nBcc: all@example.org","text":"x",
                         "headers":{"X-A":"b\\nBcc: all@example.org","Bcc":"all@example.org"}}
                        """))
                .hasMessageContainingAll("subject: has a line break", "headers: X-A: has a line break")
                .hasMessageContaining("Bcc can't be set");
    }

    @Test
    void shouldKeepHeadersApartFromThePartsOfAMail() throws Exception {
        CampaignFile.Defined read = read("""
                {"id":"c","channel":"mail","subject":"Hello","text":"the text","html":"<b>{{name}}</b>",
                 "headers":{"text":"a header","html":"{{name}}"}}
                """);

        byte[] mail = CampaignMail.of(read.id(), read.definition(), settings)
                .render(new Recipient("s", "kim@example.org", Map.of("name", "<i>")), 1 << 20);

        assertThat(new String(mail, StandardCharsets.UTF_8))
                .contains("text: a header", "html: <i>", "the text", "<b>&lt;i&gt;</b>");
    }

    @Test
    void shouldRefuseMoreThanTheTopicsOfTheLedgerHold() {
        String text = "x".repeat(settings.delivery().maxArtifactBytes());

        assertThatThrownBy(() ->
                        read("{\"id\":\"c\",\"channel\":\"mail\",\"subject\":\"Hello\",\"text\":\"" + text + "\"}"))
                .hasMessageContainingAll("the campaign has ", "must have at most ", "delivery.max-artifact-bytes");
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
