package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.admin.AdminJson;
import dev.hapax.admin.ProblemException;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditRequestTest {

    @Test
    void shouldNotQuoteAMessageThatCannotBePatched() throws Exception {
        EditRequest words = EditRequest.of(AdminJson.read("{\"reason\":\"mend\",\"patch\":{\"id\":\"7\"}}"));
        byte[] broken = "{\"card\": x4111111111111111}".getBytes(StandardCharsets.UTF_8);
        Message message = new Message(new Coordinates("in", 0, 1), 0, null, broken, List.of());

        assertThatThrownBy(() -> words.edited(message, Instant.EPOCH))
                .hasMessageContaining("not JSON")
                .hasMessageContaining("line 1, column")
                .message()
                .doesNotContain("4111");
    }

    @Test
    void shouldRejectInvalidChanges() {
        for (String body :
                List.of("{}", "{\"patch\":null}", "{\"patch\":[]}", "{\"value\":null}", "{\"timestamp\":5}")) {
            assertThatThrownBy(() -> EditRequest.of(AdminJson.read(
                            body.replaceFirst("\\{", "{\"reason\":\"mend\"" + (body.equals("{}") ? "" : ",")))))
                    .as(body)
                    .isInstanceOf(ProblemException.class);
        }
        assertThat(EditRequest.of(AdminJson.object().put("reason", "later").put("timestamp", "now"))
                        .timestamp())
                .isEqualTo("now");
    }
}
