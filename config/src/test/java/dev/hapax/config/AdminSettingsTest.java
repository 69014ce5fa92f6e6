package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdminSettingsTest {

    private static final String TOKEN = "0123456789abcdef-hunter2";
    private static final String SECRETS = """
            admin:
              listen: 192.0.2.7
              token: ${env:TOKEN}
              tls: { key-store: tls.p12, key-store-password: hunter2 }
            """;

    private static EffectiveSettings withSecrets() {
        return Yaml.load(Yaml.KAFKA + Yaml.SOURCES + SECRETS, Map.of("TOKEN", TOKEN));
    }

    @Test
    void shouldListenOnLoopbackAndLetNobodyWriteWhenNothingIsSet() {
        AdminSettings admin = Yaml.settings("").admin();

        assertThat(admin.enabled()).isTrue();
        assertThat(admin.onLoopback()).isTrue();
        assertThat(admin.port()).isEqualTo(8090);
        assertThat(admin.token()).isNull();
        assertThat(admin.advertised()).isNull();
        assertThat(admin.tls().on()).isFalse();
    }

    @Test
    void shouldTakeAnEmptyTokenAsNone() {
        assertThat(Yaml.settings("admin: { token: '${env:NONE:-}' }").admin().token())
                .isNull();
    }

    @Test
    void shouldReadTokenAndKeyStore() {
        AdminSettings admin = withSecrets().settings().admin();

        assertThat(admin.token()).isEqualTo(TOKEN);
        assertThat(admin.onLoopback()).isFalse();
        assertThat(admin.tls()).isEqualTo(new AdminSettings.Tls(Path.of("/etc/hapax/tls.p12"), "hunter2", "PKCS12"));
    }

    @Test
    void shouldNotShowSecretsWhenPrinted() {
        EffectiveSettings effective = withSecrets();

        assertThat(effective.yaml())
                .contains("token: '***'", "key-store-password: '***'")
                .doesNotContain("hunter2");
        assertThat(effective.settings().toString()).contains("token=***").doesNotContain("hunter2");
    }

    @Test
    void shouldNotShowAShortTokenInTheErrorAboutIt() {
        assertThat(Yaml.errorsOf(Yaml.KAFKA + Yaml.SOURCES + "admin: { token: '${env:T}' }", Map.of("T", "hunter2")))
                .singleElement()
                .asString()
                .doesNotContain("hunter2");
    }
}
