package dev.hapax.masking;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Documents in the strings of documents count for one depth together, long before they need the whole stack. */
class MaskingDepthTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldShowDocumentsThatNestAsDeepAsIsAllowedTogether() throws Exception {
        assertThat(shown(nested(100, 100))).contains("amount").doesNotContain("4111");
    }

    @Test
    void shouldHideDocumentsThatNestTooDeepOnlyTogether() throws Exception {
        assertThat(shown(nested(200, 200))).isEqualTo("null");
    }

    /** A document of one depth in a string of another one; neither is too deep by itself. */
    private static String nested(int outer, int inner) throws Exception {
        String document = "[".repeat(inner) + "{\"card\":\"4111\",\"amount\":1}" + "]".repeat(inner);
        return "[".repeat(outer) + JSON.writeValueAsString(document) + "]".repeat(outer);
    }

    private static String shown(String text) {
        Message message =
                new Message(new Coordinates("in", 0, 1), 0, null, text.getBytes(StandardCharsets.UTF_8), List.of());
        return String.valueOf(
                new Masking(List.of("card"), List.of()).of(message).text());
    }
}
