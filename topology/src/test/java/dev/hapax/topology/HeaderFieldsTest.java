package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.header;
import static dev.hapax.topology.HapaxFixture.last;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Header;
import dev.hapax.domain.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Record headers as fields: for rules, identities, fingerprints and required fields. */
class HeaderFieldsTest {

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - topic: hooks
                    namespace: hook
                    identity: { template: "{header:X-Event}:{/id}" }
                    fields:
                      subject: "header:X-Subject"
                      event: { at: "header:X-Event", type: text, required: true }
                  - topic: prints
                    namespace: print
                    identity: { field: "header:Delivery" }
                    fingerprint: ["header:Signature"]
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldShowHeadersToRulesAndTemplates() {
        hapax.sends("hooks", null, "{\"id\":7}", header("X-Event", "push"), header("X-Subject", "Payment failed"));

        assertThat(last(hapax.decisions()).keyText()).isEqualTo("hook:push:7");
        assertThat(last(hapax.decisions()).label()).isEqualTo("billing-failure");
    }

    @Test
    void shouldTakeTheLastOfSeveralHeaders() {
        hapax.sends("hooks", null, "{\"id\":7}", header("X-Event", "ping"), header("X-Event", "push"));

        assertThat(last(hapax.decisions()).keyText()).isEqualTo("hook:push:7");
    }

    @Test
    void shouldQuarantineAMessageWithoutARequiredHeader() {
        hapax.sends("hooks", null, "{\"id\":7}", header("x-event", "push"));

        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.INVALID);
        assertThat(last(hapax.quarantine()).explanation()).contains("event (header:X-Event)", "missing");
    }

    @Test
    void shouldQuarantineAHeaderThatIsNotText() {
        hapax.sends("hooks", null, "{\"id\":7}", new Header("X-Event", new byte[] {(byte) 0xff}));

        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.INVALID);
        assertThat(last(hapax.quarantine()).explanation()).contains("header:X-Event is not text");
    }

    @Test
    void shouldCompareHeadersAsFingerprint() {
        hapax.sends("prints", null, "{\"n\":1}", header("Delivery", "d-1"), header("Signature", "s"));
        hapax.sends("prints", null, "{\"n\":2}", header("Delivery", "d-1"), header("Signature", "s"));
        hapax.sends("prints", null, "{\"n\":1}", header("Delivery", "d-1"), header("Signature", "other"));

        assertThat(hapax.decisions()).hasSize(1);
        assertThat(hapax.duplicates()).hasSize(1);
        assertThat(last(hapax.quarantine()).reason()).isEqualTo(Reason.CONFLICT);
    }

    @Test
    void shouldIdentifyATombstoneByItsHeader() {
        hapax.sends("prints", null, null, header("Delivery", "d-2"));

        assertThat(last(hapax.decisions()).keyText()).isEqualTo("print:d-2");
    }
}
