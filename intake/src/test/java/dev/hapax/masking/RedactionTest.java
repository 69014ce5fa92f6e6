package dev.hapax.masking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedactionTest {

    @Test
    void shouldReplaceAValueThatOverlapsAShorterOne() {
        Redaction redaction = Redaction.of(List.of("abcd", "cdefgh-secret"));

        assertThat(redaction.of("it says abcdefgh-secret there")).isEqualTo("it says *** there");
    }

    @Test
    void shouldReplaceAShortValueBesideALongOne() {
        Redaction redaction = Redaction.of(List.of("abcdef", "42"));

        assertThat(redaction.of("abcdef42, but 420")).isEqualTo("***, but 420");
    }
}
