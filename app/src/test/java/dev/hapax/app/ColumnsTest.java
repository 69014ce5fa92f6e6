package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.Terminal.Colour;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnsTest {

    private static final String ID = "hapax.payments-3@118";
    private static final String WHY = "amount must be a number for the condition \"amount >= 1000\", but is a text";

    @Test
    void shouldCutNothingWithoutATerminal() {
        assertThat(cases(Terminal.NONE))
                .containsExactly(
                        "case                  count  owner  why",
                        ID + "  1,200         " + WHY,
                        "in-0@1                    7         late");
    }

    @ParameterizedTest
    @ValueSource(ints = {48, 60, 80, 100})
    void shouldFitTheTerminalAndKeepIdentifiersWhole(int width) {
        List<String> lines = cases(new Terminal(width, false));

        assertThat(lines)
                .hasSize(3)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(width));
        assertThat(lines.get(1)).startsWith(ID).endsWith("…");
        assertThat(lines.get(0)).as("a column with nothing in it").doesNotContain("owner");
    }

    @Test
    void shouldPrintBlocksWhereATableDoesNotFit() {
        assertThat(cases(new Terminal(30, false)))
                .containsExactly(
                        "case   " + ID,
                        "count  1,200",
                        "why    amount must be a numbe…",
                        "",
                        "case   in-0@1",
                        "count  7",
                        "why    late");
    }

    @Test
    void shouldAlwaysShowTheFirstColumn() {
        List<String> wide = Columns.headed(new Terminal(16, false), "partition", "from", "why")
                .shortening("why")
                .row(0L, 0L, "a long text")
                .lines();
        List<String> narrow = Columns.headed(new Terminal(20, false), "partition", "to", "identity")
                .row(0L, 5L, "shop:1234567890")
                .lines();

        assertThat(wide).first().asString().startsWith("partition");
        assertThat(narrow).containsExactly("partition  0", "to         5", "identity   shop:1234567890");
    }

    @Test
    void shouldAlignColouredCells() {
        List<String> lines = Columns.headed(new Terminal(100, true), "state", "topic")
                .row(new Columns.Cell("ok", Colour.GOOD), "in")
                .row(new Columns.Cell("missing", Colour.BAD), "out")
                .lines();

        assertThat(lines.stream().map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "")))
                .containsExactly("state    topic", "ok       in", "missing  out");
        assertThat(lines.get(1)).startsWith("\u001b[32mok\u001b[0m");
    }

    @Test
    void shouldColourOnATerminalOnlyAndNeverWithNoColor() {
        Map<String, String> plain = Map.of("TERM", "xterm");
        Map<String, String> noColor = Map.of("TERM", "xterm", "NO_COLOR", "1");

        System.setProperty("hapax.terminal.out", "true");
        System.setProperty("hapax.columns", "90");
        try {
            assertThat(Terminal.ofProcess(plain::get)).isEqualTo(new Terminal(90, true));
            assertThat(Terminal.ofProcess(noColor::get)).isEqualTo(new Terminal(90, false));
            assertThat(Terminal.ofProcess(Map.of("TERM", "dumb")::get).colour()).isFalse();
        } finally {
            System.clearProperty("hapax.terminal.out");
            System.clearProperty("hapax.columns");
        }
        assertThat(Terminal.ofProcess(plain::get)).isEqualTo(Terminal.NONE);
    }

    private static List<String> cases(Terminal terminal) {
        return Columns.headed(terminal, "case", "count", "owner", "why")
                .shortening("why")
                .row(ID, 1_200L, "", WHY)
                .row("in-0@1", 7L, "", "late")
                .lines();
    }
}
