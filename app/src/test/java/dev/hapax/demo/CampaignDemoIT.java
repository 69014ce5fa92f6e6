package dev.hapax.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(400)
class CampaignDemoIT {

    @Test
    void shouldSendEachRecipientOneMailThroughKillsAndAFailingMailServer() throws Exception {
        Typed demo = Typed.hapax("demo", "campaign", "--recipients", "300", "--seed", "7", "-o", "json");

        assertThat(demo.exitCode()).as(demo.out() + demo.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(demo.out());
        assertThat(result.path("recipients").asInt()).isEqualTo(300);
        assertThat(StreamSupport.stream(result.path("states").spliterator(), false)
                        .mapToInt(JsonNode::asInt)
                        .sum())
                .isEqualTo(300);
        assertThat(result.path("states").path("SENT").asInt()).isGreaterThan(270);
        assertThat(result.path("states").path("SUPPRESSED").asInt()).isPositive();
        assertThat(result.path("states").path("REFUSED").asInt()).isPositive();
        assertThat(result.path("kills").asInt()).isEqualTo(3);
        assertThat(result.path("pausedFor").asText()).contains("421");
        assertThat(result.path("strandedBeforeReconciling").asInt())
                .as("some servers hang up")
                .isPositive()
                .isEqualTo(result.path("reconciledAsSent").asInt()
                        + result.path("reconciledAsNotSent").asInt());
        assertThat(result.path("acceptedTwice").asInt()).isZero();
        assertThat(result.path("receiptsValid").asInt())
                .isEqualTo(result.path("receipts").asInt());
        assertThat(result.path("problems")).isEmpty();
    }
}
