package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void shouldAlignNamesLeftAndFiguresRight() {
        Table table = new Table("contender", "messages/s", "server");
        table.row("hapax", "61,234", "");
        table.row("streams-copy", "7", "1.25");

        assertThat(table.lines())
                .containsExactly(
                        "contender     messages/s  server",
                        "hapax             61,234       -",
                        "streams-copy           7    1.25");
    }

    @Test
    void shouldLeaveOutAColumnWithoutAnyFigure() {
        Table table = new Table("contender", "server", "outputs");
        table.row("hapax", "", "ok");

        assertThat(table.lines()).containsExactly("contender  outputs", "hapax           ok");
    }

    @Test
    void shouldRefuseARowOfAnotherLength() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Table("contender", "messages/s").row("hapax"));
    }
}
