package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChannelSettingsTest {

    private static String hooks(String host) {
        return "delivery: { signing-key: k.pem, channels: { hooks: { http: { allow: [ '" + host + "' ] } } } }";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*", "*.", "http://hooks.example.com", "hooks.example.com:443", "a/b", "ann@example.com", "a b"})
    void shouldRefuseAllowedHostsThatAreNone(String host) {
        assertThatThrownBy(() -> Yaml.settings(hooks(host)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("delivery.channels.hooks.http.allow")
                .hasMessageContaining("must be host names");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "hooks.example.com", "*.example.com", "bücher.example", "127.0.0.1", "[::1]"})
    void shouldTakeHosts(String host) {
        ChannelSettings.Http http = Objects.requireNonNull(
                        Yaml.settings(hooks(host)).delivery().channels().get("hooks"))
                .http();

        assertThat(http).isNotNull().extracting(ChannelSettings.Http::allow).isEqualTo(List.of(host));
    }

    @Test
    void shouldReportAMistakeInAChannelOnce() {
        assertThatThrownBy(() -> Yaml.settings("delivery: { signing-key: k.pem, channels: { mail: { smtp: { host: m,"
                        + " from: a@b.example, verified-domains: [c.example] } } },"
                        + " policies: [ { name: p, channel: mail } ] }"))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("delivery.channels.mail.smtp.from")
                .satisfies(
                        e -> assertThat(String.valueOf(e.getMessage()).lines()).hasSize(1));
    }
}
