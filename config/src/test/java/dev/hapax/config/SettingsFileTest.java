package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.topics.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {

    @TempDir
    Path folder;

    @Test
    void shouldFillInDefaults() {
        Settings settings = Yaml.settings("");

        assertThat(settings.applicationId()).isEqualTo("hapax");
        assertThat(settings.topic(Topic.DECISIONS)).isEqualTo("hapax.decisions");
        assertThat(settings.classifiers())
                .containsExactly(Map.entry("rules", new ClassifierSettings("rules", "rules", null, Map.of(), false)));
        assertThat(settings.guard().ttl()).isEqualTo(Duration.ofHours(24));
        assertThat(settings.instance().stateDir()).isEqualTo(Path.of("/etc/hapax/state"));
        assertThat(settings.instance().instanceId()).isNull();
        assertThat(settings.sources())
                .containsExactly(new SourceSettings(
                        "orders",
                        "orders",
                        "json",
                        false,
                        "",
                        new IdentitySettings.Field("/id"),
                        SourceSettings.MissingIdentity.QUARANTINE,
                        List.of(),
                        Map.of(),
                        null,
                        Duration.ofHours(24),
                        "rules",
                        Map.of(),
                        null,
                        false));
    }

    private DeliverySettings delivery() {
        ChannelSettings.Smtp smtp = new ChannelSettings.Smtp(
                "mail.example.com",
                465,
                ChannelSettings.Security.TLS,
                null,
                null,
                "news@example.com",
                List.of("example.com"),
                "worker.example.com",
                new ChannelSettings.Timeouts(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(5)),
                new ChannelSettings.Dkim("example.com", "2026a", folder.resolve("keys/dkim.pem")));
        ChannelSettings.Http http = new ChannelSettings.Http(
                List.of("hooks.example.com"),
                List.of("503"),
                true,
                null,
                Duration.ofSeconds(6),
                Duration.ofSeconds(7),
                Duration.ofHours(23));
        return new DeliverySettings(
                Map.of(
                        "mail",
                        new ChannelSettings(
                                "mail",
                                smtp,
                                null,
                                new ChannelSettings.Limits(
                                        new Rate(10, Duration.ofSeconds(1)),
                                        new Rate(600, Duration.ofMinutes(1)),
                                        5000)),
                        "hooks",
                        new ChannelSettings("hooks", null, http)),
                List.of(new DeliverySettings.Policy("by-rule", "mail", "rule:*")),
                true,
                Duration.ofDays(1),
                folder.resolve("keys/own.pem"),
                List.of(folder.resolve("keys/other.pem")),
                10,
                100,
                Duration.ofMinutes(1),
                3,
                Duration.ofSeconds(10),
                Duration.ofMinutes(10),
                Duration.ofDays(2),
                Duration.ofDays(30),
                2 << 20,
                true,
                "strict");
    }

    @Test
    void shouldReadEverySettingOfAFile() throws IOException {
        Path file = folder.resolve("full.yaml");
        try (var resource = SettingsFileTest.class.getResourceAsStream("/full.yaml")) {
            Files.write(file, resource.readAllBytes());
        }

        Settings settings = SettingsFile.read(file, name -> null);

        assertThat(settings)
                .isEqualTo(new Settings(
                        "billing",
                        Map.of("bootstrap.servers", "a:9092,b:9092", "request.timeout.ms", "20000"),
                        Map.of("metadata.max.age.ms", "60000"),
                        new TopicSettings("billing.", 12),
                        List.of(
                                new SourceSettings(
                                        "renewals",
                                        "renewals.v1",
                                        "cloudevents",
                                        true,
                                        "renewal",
                                        new IdentitySettings.Template("renewal:{/contract}:{/cycle}"),
                                        SourceSettings.MissingIdentity.ADMIT,
                                        List.of("/amount", "/currency"),
                                        Map.of(
                                                "subject",
                                                new FieldSettings("/title", FieldSettings.Type.ANY, false),
                                                "amount",
                                                new FieldSettings("/payment/amount", FieldSettings.Type.NUMBER, true)),
                                        "time",
                                        Duration.ofDays(40),
                                        "strict",
                                        Map.of("charset", "utf-8"),
                                        "renewals.clean",
                                        false),
                                new SourceSettings(
                                        "mail",
                                        "mail",
                                        "rfc822",
                                        false,
                                        "mail",
                                        new IdentitySettings.ContentHash(List.of("message-id", "from")),
                                        SourceSettings.MissingIdentity.QUARANTINE,
                                        List.of(),
                                        Map.of(),
                                        null,
                                        Duration.ofHours(12),
                                        "strict",
                                        Map.of(),
                                        null,
                                        false)),
                        Map.of(
                                "strict",
                                new ClassifierSettings(
                                        "strict",
                                        "rules",
                                        folder.resolve("rules/strict.yaml"),
                                        Map.of("mode", "1"),
                                        false)),
                        new GuardSettings(
                                Duration.ofHours(12),
                                Duration.ofMinutes(30),
                                Duration.ofHours(6),
                                true,
                                64L << 20,
                                2L << 30,
                                Duration.ZERO),
                        new LimitSettings(512 << 10, 32, 256, Duration.ZERO),
                        new QuarantineSettings(4 << 10, 3, 8 << 20, new QuarantineSettings.Flood(0, 1, 100)),
                        delivery(),
                        new CampaignSettings(
                                500,
                                new CampaignSettings.Unsubscribe(
                                        "https://example.com/u",
                                        "0123456789abcdef0123456789abcdef",
                                        "0.0.0.0",
                                        8099,
                                        List.of("10.1.*.*"))),
                        new InstanceSettings(
                                4,
                                Path.of("/var/lib/hapax"),
                                Duration.ofMillis(500),
                                32,
                                1,
                                "classic",
                                "billing-1",
                                false,
                                Duration.ofSeconds(20),
                                Duration.ofSeconds(5),
                                Duration.ofMinutes(1),
                                0),
                        new AdminSettings(
                                false,
                                "0.0.0.0",
                                8443,
                                "hapax-1.example.org:8443",
                                null,
                                AdminSettings.RequireToken.WRITES,
                                List.of("hapax-*.example.org", "10.1.*.*:8443"),
                                new AdminSettings.Tls(null, null, "JKS"),
                                64 << 10,
                                10,
                                20,
                                List.of("/customer/email", "subject"),
                                List.of(new AdminUser(
                                        "ann",
                                        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                                        Set.of(AdminUser.Role.OPERATOR, AdminUser.Role.APPROVER))))));
    }

    @Test
    void shouldComputeTheBucketFromTheLongestTtl() {
        assertThat(Yaml.settings("").guard().bucket()).isEqualTo(Duration.ofHours(3));
        assertThat(Yaml.settings("guard: { ttl: 2s }").guard().bucket()).isEqualTo(Duration.ofSeconds(1));
        assertThat(Yaml.settings("guard: { ttl: 300ms }").guard().bucket()).hasMillis(300);
        String week = "sources: [ { topic: a, ttl: 8d, identity: { field: /id } } ]";
        assertThat(Yaml.load(Yaml.KAFKA + week, Map.of()).settings().guard().bucket())
                .isEqualTo(Duration.ofDays(1));
    }

    @Test
    void shouldTakeAKeyWithoutAValueAsNotSet() {
        assertThat(Yaml.settings("guard:\ninstance: { instance-id: , threads: ~ }\nstreams:\n"))
                .isEqualTo(Yaml.settings(""));
    }

    @Test
    void shouldReadEveryIdentityStrategy() {
        assertThat(identity("header: event-id")).isEqualTo(new IdentitySettings.Header("event-id"));
        assertThat(identity("field: /a~1b/~0c")).isEqualTo(new IdentitySettings.Field("/a~1b/~0c"));
        assertThat(identity("record-key: true")).isEqualTo(new IdentitySettings.RecordKey());
        assertThat(identity("content-hash: []")).isEqualTo(new IdentitySettings.ContentHash(List.of()));
        assertThat(identity("content-hash: [/a, subject]").fields()).containsExactly("/a", "subject");
        assertThat(identity("template: 'a:{/b}-{c}'").fields()).containsExactly("/b", "c");
        assertThat(identity("template: '{{a}}:{/b}'").fields()).containsExactly("/b");
    }

    private static IdentitySettings identity(String identity) {
        String yaml = Yaml.KAFKA + "sources: [ { topic: a, identity: { " + identity + " } } ]";
        return Yaml.load(yaml, Map.of()).settings().source("a").identity();
    }

    @Test
    void shouldSayWhenTheFileDoesNotExist() {
        Path file = folder.resolve("none.yaml");

        assertThatThrownBy(() -> SettingsFile.read(file, name -> null))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage(file + ": does not exist; name the configuration file with -c FILE");
    }

    @Test
    void shouldSayWhenTheFileIsAFolderOrNotText() throws IOException {
        Path latin = Files.write(folder.resolve("latin.yaml"), "a: é".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> SettingsFile.read(folder, name -> null)).hasMessageContaining("cannot be read");
        assertThatThrownBy(() -> SettingsFile.read(latin, name -> null)).hasMessageEndingWith("is not UTF-8 text");
    }
}
