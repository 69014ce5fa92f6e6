package dev.hapax.logs;

import ch.qos.logback.core.PropertyDefinerBase;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which of the appenders in logback.xml is used, {@code text} or {@code json}. {@code HAPAX_LOG_FORMAT} says so; else the
 * launcher, which asks for JSON when a running instance does not write to a terminal; else it is text.
 */
public final class LogFormat extends PropertyDefinerBase {

    static final String VARIABLE = "HAPAX_LOG_FORMAT";

    private static final String TEXT = "text";
    private static final Set<String> FORMATS = Set.of(TEXT, "json");

    @Override
    public String getPropertyValue() {
        String chosen = System.getenv(VARIABLE);
        String flaw = flaw(chosen);
        if (flaw != null) {
            System.err.println("hapax: " + flaw);
        }
        return of(chosen, System.getProperty("hapax.log.format"));
    }

    static String of(@Nullable String chosen, @Nullable String launchers) {
        String wanted = chosen == null || flaw(chosen) != null ? launchers : chosen;
        String format = wanted == null ? TEXT : wanted.toLowerCase(Locale.ROOT);
        return FORMATS.contains(format) ? format : TEXT;
    }

    /** A log in the wrong format is better than none, so a mistake is reported and not fatal. */
    static @Nullable String flaw(@Nullable String chosen) {
        return chosen == null || FORMATS.contains(chosen.toLowerCase(Locale.ROOT))
                ? null
                : VARIABLE + " is '" + chosen + "', must be json or text; it is ignored";
    }
}
