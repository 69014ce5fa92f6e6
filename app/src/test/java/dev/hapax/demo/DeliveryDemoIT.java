package dev.hapax.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class DeliveryDemoIT {

    @Test
    void shouldAddUpAndHaveNothingAcceptedTwice() throws Exception {
        Typed demo = Typed.hapax("demo", "delivery", "--deliveries", "120", "--seed", "7", "-o", "json");

        assertThat(demo.exitCode()).as(demo.out() + demo.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(demo.out());
        assertThat(result.path("staged").asInt()).isEqualTo(120);
        assertThat(StreamSupport.stream(result.path("states").spliterator(), false)
                        .mapToInt(JsonNode::asInt)
                        .sum())
                .isEqualTo(120);
        assertThat(result.path("states").path("SENT").asInt()).isGreaterThan(60);
        assertThat(result.path("states").path("REJECTED").asInt()).isPositive();
        assertThat(result.path("states").path("SUPPRESSED").asInt()).isPositive();
        assertThat(result.path("states").path("REFUSED").asInt()).isPositive();
        for (String origin : List.of("rule", "api", "file", "topic")) {
            assertThat(result.path("origins").path(origin).asInt()).as(origin).isPositive();
        }
        assertThat(result.path("kills").asInt()).isEqualTo(2);
        assertThat(result.path("acceptedTwice").asInt()).isZero();
        assertThat(result.path("receipts").asInt()).isPositive();
        assertThat(result.path("receiptsValid").asInt())
                .isEqualTo(result.path("receipts").asInt());
    }
}
