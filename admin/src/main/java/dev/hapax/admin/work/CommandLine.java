package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The command line that does the same as a request, to be copied into a shell. */
final class CommandLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@%+=,-]+");

    private final StringBuilder line;
    private String last = "";

    CommandLine(String command) {
        this.line = new StringBuilder("hapax ").append(command).append(" -c FILE");
    }

    /** What it is about: one case, key or replay. */
    CommandLine about(String argument) {
        // A file of arguments would be looked for; two of them stand for the sign itself.
        String escaped = argument.startsWith("@") ? "@" + argument : argument;
        if (argument.startsWith("-")) {
            // Not an option, but only where all options have been said.
            last = " -- " + quoted(escaped);
        } else {
            line.append(' ').append(quoted(escaped));
        }
        return this;
    }

    /** An option, left out where it has no value. */
    CommandLine with(String option, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            // In one word where the value could be taken for an option, or for the name of a file of arguments.
            boolean apart = !value.startsWith("-") && !value.startsWith("@");
            line.append(' ').append(option).append(apart ? ' ' : '=').append(quoted(value));
        }
        return this;
    }

    CommandLine with(String option, boolean said) {
        if (said) {
            line.append(' ').append(option);
        }
        return this;
    }

    /** Who is on record for it, left out where no name was given. */
    CommandLine by(String actor) {
        return with("--as", actor.equals(Access.NOBODY_IN_PARTICULAR) ? null : actor);
    }

    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return line + last;
    }
}
