package dev.hapax.admin.work;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The command line that does the same as a request, to be copied into a shell. */
final class CommandLine {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/@%+=,-]+");

    private final StringBuilder line;

    CommandLine(String command) {
        this.line = new StringBuilder("hapax ").append(command).append(" -c FILE");
    }

    CommandLine with(String argument) {
        line.append(' ').append(quoted(argument));
        return this;
    }

    /** An option, left out where it has no value. */
    CommandLine with(String option, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            line.append(' ').append(option).append(' ').append(quoted(value));
        }
        return this;
    }

    CommandLine with(String option, boolean said) {
        if (said) {
            line.append(' ').append(option);
        }
        return this;
    }

    private static String quoted(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
