package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Indentation that grew with the depth would leave a person nothing but blanks within the bound of the text. */
class DeepPayloadTest {

    private static final int DEPTH = 900;
    private static final int MEMBERS = 1_000;

    @Test
    void shouldStillShowTheMembersOfADeepDocument() {
        StringBuilder members = new StringBuilder("\"m\":0");
        for (int i = 0; i < MEMBERS; i++) {
            members.append(",\"m").append(i).append("\":0");
        }
        String deep = "{\"a\":".repeat(DEPTH) + "{" + members + "}" + "}".repeat(DEPTH);

        Payload payload = Payload.of(deep.getBytes(StandardCharsets.UTF_8));

        assertThat(payload.cut()).isFalse();
        assertThat(payload.text()).contains("\"m" + (MEMBERS - 1) + "\" : 0");
    }
}
