package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MessageEditTest {

    @Test
    void shouldReplaceAddAndRemoveMembersByAMergePatch() {
        Message original = Cases.message("{\"a\":{\"b\":1,\"c\":2},\"d\":1.10}");

        Message patched = MessageEdit.patched(original, "{\"a\":{\"b\":null,\"e\":[1]},\"f\":\"x\"}");

        assertThat(text(patched)).isEqualTo("{\"a\":{\"c\":2,\"e\":[1]},\"d\":1.10,\"f\":\"x\"}");
    }

    @Test
    void shouldSayWhyAMessageCannotBePatched() {
        assertThatThrownBy(() -> MessageEdit.patched(Cases.message("not json"), "{}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--value-file");
        assertThatThrownBy(() -> MessageEdit.patched(Cases.message(null), "{}")).hasMessageContaining("tombstone");
        assertThatThrownBy(() -> MessageEdit.patched(Cases.message("{}"), "{")).hasMessageContaining("RFC 7396");
    }

    @Test
    void shouldSayWhereAMessageIsNoJsonButNotWhatItSays() {
        assertThatThrownBy(() -> MessageEdit.patched(Cases.message("{\n \"a\": x4111111111111111"), "{}"))
                .hasMessageContaining("line 2, column")
                .message()
                .doesNotContain("4111");
    }

    @Test
    void shouldShowWhatWasChangedMemberByMember() {
        Message original = Cases.message("{\"id\":\"a\",\"amount\":\"12\"}");

        String diff = MessageEdit.diff(original, MessageEdit.patched(original, "{\"amount\":12}"));

        assertThat(diff)
                .contains("-  \"amount\" : \"12\"", "+  \"amount\" : 12")
                .doesNotContain("-  \"id\"");
    }

    @Test
    void shouldShowAChangedTime() {
        Message original = Cases.message("{}");

        String diff = MessageEdit.diff(original, MessageEdit.withTimestamp(original, Cases.NOW));

        assertThat(diff).contains("-timestamp: 2026-05-05T16:59:55Z", "+timestamp: 2026-05-05T17:00:00Z");
    }

    @Test
    void shouldRefuseATimeThatNoRecordCanCarry() {
        assertThatThrownBy(() -> MessageEdit.withTimestamp(Cases.message("{}"), Instant.parse("1969-12-31T23:59:59Z")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1970-01-01");
    }

    @Test
    void shouldFindNoDifferenceWhereThereIsNone() {
        assertThat(MessageEdit.diff(Cases.message("{}"), Cases.message("{}"))).isEmpty();
        assertThat(MessageEdit.diff(Cases.message("{}"), Cases.message("{ }"))).contains("other bytes");
    }

    @Test
    void shouldShowBytesThatAreNoText() {
        byte[] bytes = {0, (byte) 0xff, 'A'};

        assertThat(Payload.of(bytes).kind()).isEqualTo("binary");
        assertThat(Payload.hex(bytes, bytes.length))
                .isEqualTo("00000000  00 ff 41                                         ..A\n");
    }

    private static String text(Message message) {
        return new String(Objects.requireNonNull(message.value()), StandardCharsets.UTF_8);
    }
}
