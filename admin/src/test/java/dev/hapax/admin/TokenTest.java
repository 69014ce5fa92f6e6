package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {

    private static final String SECRET = "0123456789abcdef~";

    private final Token token = new Token(SECRET, List.of());

    @ParameterizedTest
    @ValueSource(strings = {"Bearer " + SECRET, "bearer " + SECRET, "Bearer   " + SECRET + " "})
    void shouldAcceptItsToken(String header) {
        assertThat(token.in(header)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                SECRET,
                "Basic " + SECRET,
                "Bearer 0123456789abcdef",
                "Bearer 0123456789ABCDEF~",
                "Bearer " + SECRET + SECRET
            })
    void shouldRejectAnyOtherToken(String header) {
        assertThat(token.in(header)).isFalse();
    }

    @Test
    void shouldRejectEverythingWithoutAConfiguredToken() {
        Token none = new Token(null, List.of());

        assertThat(none.set()).isFalse();
        assertThat(none.in("Bearer ")).isFalse();
        assertThat(none.in("Bearer null")).isFalse();
        assertThat(none.inProtocols("bearer.")).isFalse();
    }

    @Test
    void shouldFindTheTokenAmongTheProtocolsOfAWebSocket() {
        String encoded =
                Base64.getUrlEncoder().withoutPadding().encodeToString(SECRET.getBytes(StandardCharsets.UTF_8));

        assertThat(token.inProtocols("hapax, bearer." + encoded)).isTrue();
        assertThat(token.inProtocols("bearer." + encoded)).isTrue();
        assertThat(token.inProtocols("hapax")).isFalse();
        assertThat(token.inProtocols("hapax, bearer.b3RoZXI")).isFalse();
        assertThat(token.inProtocols("bearer.%%%")).isFalse();
    }
}
