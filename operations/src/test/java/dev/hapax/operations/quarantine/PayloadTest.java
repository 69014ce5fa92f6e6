package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PayloadTest {

    private static final int MEGABYTE = 1 << 20;

    @Test
    void shouldLayOutJsonMemberByMember() {
        Payload payload = Payload.of(utf8("{\"id\":\"a\",\"sum\":1.10,\"items\":[1,{\"b\":null}]}"));

        assertThat(payload.kind()).isEqualTo("json");
        assertThat(payload.cut()).isFalse();
        assertThat(payload.text()).isEqualTo("""
                {
                  "id" : "a",
                  "sum" : 1.10,
                  "items" : [ 1, {
                    "b" : null
                  } ]
                }""");
    }

    @Test
    void shouldNotGrowBeyondItsBoundWhenManyMembersAreNestedDeeply() {
        byte[] deep = utf8(deepWithManyMembers(990));

        Payload payload = Payload.of(deep);

        assertThat(deep).hasSizeGreaterThan(MEGABYTE);
        assertThat(payload.kind()).isEqualTo("json");
        assertThat(payload.cut()).isTrue();
        assertThat(payload.text()).hasSizeLessThanOrEqualTo(Payload.LONGEST);
    }

    @Test
    void shouldNotGrowBeyondItsBoundWhenSeenWhole() {
        Payload payload = Payload.whole(utf8(deepWithManyMembers(990)));

        assertThat(payload.text()).hasSizeLessThanOrEqualTo(Payload.LONGEST_WHOLE);
    }

    @Test
    void shouldCutTextAndBytesAtTheSameBound() {
        byte[] bytes = new byte[2 * MEGABYTE];
        new Random(7).nextBytes(bytes);

        assertThat(Payload.of(utf8("x".repeat(2 * MEGABYTE))))
                .matches(Payload::cut)
                .matches(cut -> cut.kind().equals("text"))
                .matches(cut -> cut.text().length() == Payload.LONGEST);
        assertThat(Payload.of(bytes))
                .matches(Payload::cut)
                .matches(cut -> cut.kind().equals("binary"))
                .matches(cut -> cut.text().length() <= Payload.LONGEST);
    }

    @Test
    void shouldNotCutACharacterInTwo() {
        String text = "a" + "\uD83D\uDE00".repeat(Payload.LONGEST);

        String shown = Payload.of(utf8(text)).text();

        assertThat(Character.isHighSurrogate(shown.charAt(shown.length() - 1))).isFalse();
    }

    @Test
    void shouldShowWhatFollowsADocumentInsteadOfLeavingItOut() {
        Payload payload = Payload.of(utf8("{\"a\":1} and more"));

        assertThat(payload).isEqualTo(new Payload("text", "{\"a\":1} and more", false));
    }

    @Test
    void shouldShowMembersThatAreGivenTwice() {
        assertThat(Payload.of(utf8("{\"a\":1,\"a\":2}")).text()).contains("\"a\" : 1", "\"a\" : 2");
    }

    @Test
    void shouldCompareHugeMessagesInBoundedTime() {
        Message before = Cases.message(lines(new Random(1)));
        Message after = Cases.message(lines(new Random(2)));

        String diff = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> MessageEdit.diff(before, after));

        assertThat(diff).contains("too different to show").hasSizeLessThan(1_000);
    }

    @Test
    void shouldNotCallMessagesTheSameThatDifferBeyondWhatIsShown() {
        String same = "x".repeat(Payload.LONGEST_WHOLE);

        String diff = MessageEdit.diff(Cases.message(same + "a"), Cases.message(same + "b"));

        assertThat(diff).doesNotContain("the same content").contains("bytes");
    }

    @Test
    void shouldShowASmallChangeOfALongMessage() {
        String many = "a line\n".repeat(20_000);

        String diff = MessageEdit.diff(Cases.message(many + "one\n" + many), Cases.message(many + "two\n" + many));

        assertThat(diff).contains("-one", "+two");
    }

    private static String lines(Random random) {
        StringBuilder text = new StringBuilder();
        while (text.length() < MEGABYTE) {
            text.append(random.nextInt(1_000)).append('\n');
        }
        return text.toString();
    }

    private static String deepWithManyMembers(int depth) {
        StringBuilder json = new StringBuilder("{\"a\":".repeat(depth)).append("{\"m\":0");
        for (int i = 0; i < 120_000; i++) {
            json.append(",\"").append(i).append("\":0");
        }
        return json.append("}".repeat(depth + 1)).toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
