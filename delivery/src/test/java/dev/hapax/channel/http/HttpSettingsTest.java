package dev.hapax.channel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {

    @Test
    void shouldAllowHostsByNameAndByDomain() {
        HttpSettings settings =
                HttpSettings.defaults(List.of("Hooks.Example.com", "*.example.org", "*.bücher.example"));

        assertThat(settings.allows("hooks.example.com")).isTrue();
        assertThat(settings.allows("a.example.org")).isTrue();
        assertThat(settings.allows("a.b.example.org")).isTrue();
        assertThat(settings.allows("a.xn--bcher-kva.example")).isTrue();
        assertThat(settings.allows("example.org")).isFalse();
        assertThat(settings.allows("evilexample.org")).isFalse();
        assertThat(settings.allows("a.hooks.example.com")).isFalse();
        assertThat(settings.names("a.example.org")).isFalse();
        assertThat(settings.names("hooks.example.com")).isTrue();
    }

    @Test
    void shouldReportEveryInvalidSetting() {
        assertThatThrownBy(() -> new HttpSettings(
                        List.of("*", "http://example.com"),
                        Set.of(302),
                        Set.of(200),
                        false,
                        "short",
                        Duration.ZERO,
                        Duration.ZERO,
                        0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allow: * must be a host name")
                .hasMessageContaining("allow: http://example.com")
                .hasMessageContaining("success: [302]")
                .hasMessageContaining("retry-on: [200]")
                .hasMessageContaining("secret: *** must have at least 16")
                .hasMessageContaining("connect: PT0S")
                .hasMessageContaining("exchange: PT0S")
                .hasMessageContaining("max-response-bytes: 0");
    }

    @Test
    void shouldNotShowSecret() {
        HttpSettings settings = new HttpSettings(
                List.of("example.com"),
                Set.of(200),
                Set.of(),
                false,
                "a secret of a test",
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                1);

        assertThat(settings.toString()).contains("example.com").doesNotContain("a secret of a test");
    }
}
