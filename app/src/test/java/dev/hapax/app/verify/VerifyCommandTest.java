package dev.hapax.app.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Typed;
import org.junit.jupiter.api.Test;

class VerifyCommandTest {

    @Test
    void shouldRefuseAnEndBeforeTheBeginning() {
        Typed refused =
                Typed.hapax("verify", "-c", "none.yaml", "--from", "2026-05-05", "--to", "2026-05-04T12:00:00Z");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--from 2026-05-05T00:00:00Z must be before --to");
    }

    @Test
    void shouldSayHowATimeIsWritten() {
        Typed refused = Typed.hapax("verify", "-c", "none.yaml", "--to", "yesterday");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("--to: 'yesterday'").contains("2026-05-05T16:53:20Z");
    }
}
