package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignDefinition.QuietHours;
import dev.hapax.config.Settings;
import dev.hapax.yaml.YamlProblem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CampaignFileTest {

    private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");
    private static final String LEAST = "id: c1\nchannel: mail\nsubject: Hello\ntext: Hello {{name}}\n";

    private final Settings settings = CampaignSettingsFixture.settings();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private CampaignFile.Defined read(String yaml) throws Exception {
        Path file = folder.resolve("c.yaml");
        Files.writeString(file, yaml);
        return CampaignFile.read(file, settings, NOW);
    }

    /** Without the folder. */
    private List<String> problems(String yaml) {
        InvalidCampaignException thrown = catchThrowableOfType(InvalidCampaignException.class, () -> read(yaml));
        assertThat(thrown).as("problems of %s", yaml).isNotNull();
        return thrown.problems().stream()
                .map(YamlProblem::toString)
                .map(text -> text.replace(folder + "/", ""))
                .toList();
    }

    @Test
    void shouldReadEverything() throws Exception {
        Files.writeString(folder.resolve("mail.html"), "\ufeff<p>Hello {{name}}</p>\n");

        CampaignFile.Defined read = read("""
                id: spring.2027
                channel: mail
                from: News <news@example.com>
                subject: Hello {{name}}
                text: |
                  Hello {{name}},
                  {{unsubscribe}}
                html-file: mail.html
                headers: { X-Campaign: spring, Reply-To: help@example.com }
                not-before: 2027-01-02T09:00:00+01:00
                expires: 2027-01-09T00:00:00Z
                rate: 100/s
                domain-rate: 600/m
                daily-cap: 50000
                warm-up: [100, 500]
                quiet-hours: { from: 22:00, to: 07:00, zone: Europe/Berlin }
                pause-above: 0.05
                """);

        assertThat(read.id()).isEqualTo("spring.2027");
        assertThat(read.definition())
                .isEqualTo(new CampaignDefinition(
                        "mail",
                        "News <news@example.com>",
                        "Hello {{name}}",
                        "Hello {{name}},\n{{unsubscribe}}\n",
                        "<p>Hello {{name}}</p>\n",
                        Map.of("X-Campaign", "spring", "Reply-To", "help@example.com"),
                        true,
                        Instant.parse("2027-01-02T08:00:00Z").toEpochMilli(),
                        Instant.parse("2027-01-09T00:00:00Z").toEpochMilli(),
                        new CampaignPacing(
                                "100/s",
                                "600/m",
                                50_000,
                                List.of(100, 500),
                                new QuietHours("22:00", "07:00", "Europe/Berlin"),
                                0.05),
                        NOW.toEpochMilli()));
    }

    @Test
    void shouldHaveDefaults() throws Exception {
        CampaignDefinition definition = read(LEAST).definition();

        assertThat(definition.from()).isNull();
        assertThat(definition.html()).isNull();
        assertThat(definition.unsubscribe()).isTrue();
        assertThat(definition.notBefore()).isZero();
        assertThat(definition.expires()).isZero();
        assertThat(definition.pacing()).isEqualTo(new CampaignPacing(null, null, 0, List.of(), null, 0.2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'subjct: x'                        | c.yaml:5: subjct: is unknown; did you mean 'subject'?
            'id: c2'                           | c.yaml:5: id: is already on line 1; keep one
            'from: nobody'                     | c.yaml:5: from: 'nobody' must be one address, such as 'Billing <billing@example.com>'
            'from: a@other.org'                | c.yaml:5: from: its domain other.org is not among verified-domains of channel mail, which are [example.com]
            'html: "{{{name}}}"'               | c.yaml:5: html: has three braces in a row, which would insert a value as it is; write {{name}}
            'html: "{{#a}}"'                   | c.yaml:5: html: is no Mustache template
            'html: "{{> part}}"'               | c.yaml:5: html: {{> part}} is not supported
            'html: "{{name"'                   | c.yaml:5: html: has a tag that is not closed at '{{name'; write {{name}}
            'html: "{{hapax.label}}"'          | c.yaml:5: html: {{hapax.label}} is for rules
            'html: "{{#a}}{{.}}{{/a}}"'        | c.yaml:5: html: {{.}} is no field
            'text-file: t.txt'                 | c.yaml:5: text-file: 'text' is there too; keep one of them
            'html-file: none.html'             | c.yaml:5: html-file: none.html can't be read: there is no such file
            'html-file: latin1.html'           | c.yaml:5: html-file: latin1.html:2:3: the byte 0xEB is not UTF-8
            'headers: { To: a@b.c }'           | c.yaml:5: headers: To can't be set
            'headers: { X-A: "{{a" }'          | c.yaml:5: headers: X-A: has a tag that is not closed at '{{a'; write {{name}}
            'headers: [a]'                     | c.yaml:5: headers: must be a mapping (key: value), not a list
            'unsubscribe: maybe'               | c.yaml:5: unsubscribe: must be true or false, not 'maybe'
            'not-before: 2026-12-31T00:00:00Z' | c.yaml:5: not-before: 2026-12-31T00:00:00Z is in the past (now is 2027-01-01T00:00:00Z); use a later time, or leave it out
            'not-before: 2h'                   | c.yaml:5: not-before: '2h' must be a time such as 2027-01-31T09:00:00Z
            'not-before: soon'                 | c.yaml:5: not-before: 'soon' must be a time
            'not-before: 2028-01-01'           | c.yaml:5: not-before: 2028-01-01T00:00:00Z must be before
            'expires: 2027-01-01'              | c.yaml:5: expires: 2027-01-01T00:00:00Z is in the past
            'rate: 10'                         | c.yaml:5: rate: '10' must be a rate such as 10/s, 600/m or 5000/h
            'domain-rate: 10/d'                | c.yaml:5: domain-rate: '10/d' must be a rate such as 10/s, 600/m or 5000/h
            'daily-cap: -1'                    | c.yaml:5: daily-cap: must be a whole number from 1 to 999999999, not '-1'
            'daily-cap: 3'                     | c.yaml:5: daily-cap: 3 must be at least topics.partitions (6), because each partition has its share
            'warm-up: [2, 500]'                | c.yaml:5: warm-up: 2 must be at least topics.partitions (6), because each partition has its share
            'warm-up: [100, 0]'                | c.yaml:5: warm-up: must be a whole number from 1 to 999999999, not '0'
            'warm-up: 100'                     | c.yaml:5: warm-up: must be a list such as [100, 500, 2000], not '100'
            'pause-above: 20'                  | c.yaml:5: pause-above: must be a number from 0 to 1, such as 0.2, not '20'
            'quiet-hours: { from: 22:00, to: 25:00, zone: UTC }' | c.yaml:5: quiet-hours: '22:00', '25:00', 'UTC' must be two times
            'quiet-hours: { from: 22:00, until: 07:00, zone: UTC }' | c.yaml:5: quiet-hours.until: is unknown
            """)
    void shouldReportWhatIsWrongWithItsLine(String line, String problem) throws Exception {
        Files.write(folder.resolve("latin1.html"), "<p>\nZoë\n".getBytes(StandardCharsets.ISO_8859_1));

        List<String> problems = problems(LEAST + line + "\n");

        assertThat(problems.get(0)).startsWith(problem);
    }

    @Test
    void shouldReportEverythingAtOnce() {
        List<String> problems = problems("""
                channel: maill
                text: "{{name"
                rate: fast
                expires: 2020-01-01
                x: 1
                """);

        assertThat(problems)
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:1: id: is missing; add 'id: NAME'"))
                .anySatisfy(it -> assertThat(it)
                        .isEqualTo("c.yaml:1: channel: 'maill' is no mail channel of delivery.channels; did you mean"
                                + " 'mail'?"))
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:1: subject: is missing"))
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:2: text: has a tag that is not closed"))
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:3: rate: "))
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:4: expires: "))
                .anySatisfy(it -> assertThat(it).startsWith("c.yaml:5: x: is unknown"));
    }

    @Test
    void shouldSayThatTheConfigurationHasNoLinksToUnsubscribe() throws Exception {
        Path file = folder.resolve("c.yaml");
        Files.writeString(file, LEAST);
        Settings without = CampaignSettingsFixture.settings("");

        assertThatThrownBy(() -> CampaignFile.read(file, without, NOW))
                .isInstanceOf(InvalidCampaignException.class)
                .hasMessageContaining("unsubscribe: the configuration has no campaign.unsubscribe; add it, or set"
                        + " unsubscribe: false if these mails need no link to unsubscribe");
        Files.writeString(file, LEAST + "unsubscribe: false\n");
        assertThat(CampaignFile.read(file, without, NOW).definition().unsubscribe())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''       | c.yaml:1: the file is empty
            'id: ['  | c.yaml:
            '- a'    | c.yaml:1: must be a mapping (key: value), not a list
            """)
    void shouldReportWhatIsNoCampaignAtAll(String yaml, String problem) {
        assertThat(problems(yaml).get(0)).startsWith(problem);
    }

    @Test
    void shouldReportAFileThatIsNotThere() {
        assertThatThrownBy(() -> CampaignFile.read(folder.resolve("none.yaml"), settings, NOW))
                .isInstanceOf(InvalidCampaignException.class)
                .hasMessageEndingWith("none.yaml can't be read: there is no such file");
    }
}
