package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Content;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReasonTemplateTest {

    @Test
    void shouldFillInTheMessagesOwnWords() {
        Content message = Given.message("subject", "Invoice 7", "amount", new BigDecimal("100.00"));

        assertThat(fill("{subject}: {amount} by {payer}", message)).isEqualTo("Invoice 7: 100 by (no payer)");
        assertThat(fill("{title|subject}!", message)).isEqualTo("Invoice 7!");
        assertThat(fill("{title|name}!", message)).isEqualTo("(no title)!");
    }

    @Test
    void shouldNotFillInWhatTheMessageItselfPutsInBraces() {
        assertThat(fill("{a}", Given.message("a", "{b}", "b", "secret"))).isEqualTo("{b}");
    }

    @Test
    void shouldReplaceWhatATerminalWouldObey() {
        Content message = Given.message("s", "a\u001b[31m\r\nb\u0000c\u202ed\u2028e\uD800f");

        assertThat(fill("{s}", message)).isEqualTo("a [31m b c d e f");
    }

    @Test
    void shouldMakeRunsOfBlanksOne() {
        assertThat(fill("a {s} ", Given.message("s", " b  c ~ "))).isEqualTo("a b c ~");
        assertThat(fill(" a  b", Given.message())).isEqualTo("a b");
        assertThat(fill("{s}", Given.message("s", "a\u007Fb"))).isEqualTo("a b");
    }

    @Test
    void shouldStopAtThreeHundredCharactersBetweenTwoOfThem() {
        String smile = "\uD83D\uDE00";

        assertThat(fill("{s}", Given.message("s", "x".repeat(300))))
                .hasSize(300)
                .doesNotContain("…");
        assertThat(fill("{s}", Given.message("s", "x".repeat(301))))
                .hasSize(300)
                .endsWith("x…");
        assertThat(fill("{s}", Given.message("s", "x" + smile.repeat(200))))
                .hasSizeBetween(299, 300)
                .endsWith(smile + "…");
        assertThat(fill("{s}{s}", Given.message("s", smile.repeat(5_000_000)))).endsWith(smile + "…");
    }

    private static String fill(String template, Content message) {
        return new ReasonTemplate(template).fill(new MessageView(message, new Automaton(List.of()), List.of()));
    }
}
