package dev.hapax.app;

import dev.hapax.config.Environment;
import picocli.CommandLine.Help.Ansi.Style;

/**
 * The terminal that results go to. The launcher passes what it knows about it as system properties.
 *
 * @param width columns of text; no limit where results do not go to a terminal
 * @param colour whether text may be coloured
 */
public record Terminal(int width, boolean colour) {

    /** A file or a pipe: nothing is shortened, nothing is coloured. */
    public static final Terminal NONE = new Terminal(Integer.MAX_VALUE, false);

    private static final int NARROWEST = 20;

    /** The colours that carry meaning. */
    public enum Colour {
        GOOD(Style.fg_green),
        ATTENTION(Style.fg_yellow),
        BAD(Style.fg_red),
        HEADING(Style.bold),
        PLAIN(Style.reset);

        private final Style style;

        Colour(Style style) {
            this.style = style;
        }
    }

    /** Standard output. */
    static Terminal ofProcess(Environment environment) {
        return of(Boolean.getBoolean("hapax.terminal.out"), environment);
    }

    /** Standard error. */
    static Terminal ofErrors(Environment environment) {
        return of(Boolean.getBoolean("hapax.terminal"), environment);
    }

    private static Terminal of(boolean terminal, Environment environment) {
        if (!terminal) {
            return NONE;
        }
        int columns = Integer.getInteger("hapax.columns", 0);
        String noColour = environment.variable("NO_COLOR");
        boolean colour = (noColour == null || noColour.isEmpty()) && !"dumb".equals(environment.variable("TERM"));
        return new Terminal(columns < NARROWEST ? Integer.MAX_VALUE : columns, colour);
    }

    /** The text in that colour, or as it is. */
    public String paint(Colour chosen, String text) {
        // Picocli's code to end bold text begins a double underline on many terminals.
        return !colour || chosen == Colour.PLAIN || text.isEmpty() ? text : chosen.style.on() + text + Style.reset.on();
    }

    /** At most this many columns of the text; what is cut ends in "…". */
    static String shortened(String text, int columns) {
        return text.length() <= columns ? text : text.substring(0, Math.max(0, columns - 1)) + "…";
    }
}
