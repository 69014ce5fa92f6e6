package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The command line equivalent to a request, quoted for a shell. */
final class CommandLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@%+=,-]+");

    private final StringBuilder line;
    private String last = "";

    CommandLine(String command) {
        this.line = new StringBuilder("hapax ").append(command).append(" -c FILE");
    }

    /** The argument: a case, key or replay. */
    CommandLine about(String argument) {
        // @ would name a file of arguments; @@ is the character itself.
        String escaped = argument.startsWith("@") ? "@" + argument : argument;
        if (argument.startsWith("-")) {
            // Ends the options, so it must follow them.
            last = " -- " + quoted(escaped);
        } else {
            line.append(' ').append(quoted(escaped));
        }
        return this;
    }

    /** An option, omitted without a value. */
    CommandLine with(String option, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            // As one word if the value could be read as an option or as a file of arguments.
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

    /** The actor, omitted without a name. */
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
