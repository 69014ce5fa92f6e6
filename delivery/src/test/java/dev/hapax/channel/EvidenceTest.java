package dev.hapax.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class EvidenceTest {

    @Test
    void shouldShowForeignTextOnOneLine() {
        assertThat(Evidence.oneLine(" 250 ok\r\n2026 ERROR forged\u202e\n")).isEqualTo("250 ok 2026 ERROR forged");
        assertThat(Evidence.oneLine("x".repeat(600))).hasSize(501).endsWith("…");
    }

    @Test
    void shouldShowInnermostReason() {
        Exception failure = new IllegalStateException("outer", new IOException("Connection\r\nreset"));

        assertThat(Evidence.reason(failure)).isEqualTo("IOException: Connection reset");
    }
}
