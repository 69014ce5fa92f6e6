package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonFormatsTest {

    private static final Fingerprint FINGERPRINT = new Fingerprint(0x0123456789abcdefL, 0xfedcba9876543210L);
    private static final Judgement JUDGEMENT =
            new Judgement("billing-failure", true, 90, "Payment failed: \"invoice\" 7 – ½", "billing.payment-failed");
    private static final Decision DECISION = new Decision(
            "renewal:contract-7:2026-05",
            0,
            "billing",
            new Coordinates("hapax.messages", 3, 4_711),
            1_778_000_000_123L,
            FINGERPRINT,
            JUDGEMENT,
            "rules@0123456789ab");

    @Test
    void shouldWriteADecisionAsTheGoldenFileSays() {
        assertThat(new String(DecisionSerde.write(DECISION), StandardCharsets.UTF_8))
                .isEqualTo(Golden.text("decision-v1.json").strip());
    }

    @Test
    void shouldReadADecisionBack() {
        assertThat(DecisionSerde.read(DecisionSerde.write(DECISION))).isEqualTo(DECISION);
    }

    @Test
    void shouldWriteADecisionWithALoneSurrogateInItsReason() {
        Judgement odd = new Judgement("other", false, 0, "half a \ud83d smile", "default");
        Decision decision = new Decision("i", 0, "s", DECISION.at(), 0, FINGERPRINT, odd, "rules@1");

        Decision read = DecisionSerde.read(DecisionSerde.write(decision));

        assertThat(read.judgement().reason()).startsWith("half a ").endsWith(" smile");
    }

    @Test
    void shouldRefuseJsonOfAnotherSchema() {
        byte[] other = "{\"schema\":\"hapax.decision/2\"}".getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> DecisionSerde.read(other)).hasMessageContaining("hapax.decision/2");
    }

    @Test
    void shouldWriteASuppressionAsTheGoldenFileSays() {
        Message message =
                new Message(new Coordinates("hapax.messages", 1, 9_000), 1_778_000_060_000L, null, null, List.of());
        Arrival arrival = new Arrival("billing", message, "renewal:contract-7:2026-05", FINGERPRINT, 0, 0);
        GuardEntry earlier = new GuardEntry(
                GuardEntry.Status.DECIDED,
                1_778_000_000_123L,
                1_778_000_000_123L,
                DECISION.at(),
                FINGERPRINT,
                0,
                "billing-failure",
                true);

        byte[] json =
                SuppressionFormat.write(new Outcome.Suppressed(Outcome.Suppressed.Kind.DUPLICATE, arrival, earlier));

        assertThat(new String(json, StandardCharsets.UTF_8))
                .isEqualTo(Golden.text("duplicate-v1.json").strip());
    }
}
