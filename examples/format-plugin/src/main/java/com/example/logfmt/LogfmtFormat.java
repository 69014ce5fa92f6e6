package com.example.logfmt;

import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Lines of {@code key=value}. A bare number is a number, a key alone is true, and everything else is text. */
public final class LogfmtFormat implements Format {

    private static final String OPTION = "repeated-keys";

    /** What to do with a line that has a key twice. */
    enum RepeatedKeys {
        REFUSE,
        FIRST,
        LAST
    }

    @Override
    public String name() {
        return "logfmt";
    }

    @Override
    public Set<String> options() {
        return Set.of(OPTION);
    }

    /** There is nothing below a key, so a JSON pointer finds nothing. */
    @Override
    public boolean mayHave(String field) {
        return !field.startsWith("/");
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return reader(fields, limits, Map.of());
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits, Map<String, String> options) {
        return new LogfmtReader(repeatedKeys(options.getOrDefault(OPTION, "refuse")));
    }

    private static RepeatedKeys repeatedKeys(String value) {
        List<String> known = Arrays.stream(RepeatedKeys.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
        if (!known.contains(value)) {
            throw new IllegalArgumentException(OPTION + ": '" + value + "' is unknown; use one of: " + String.join(", ", known));
        }
        return RepeatedKeys.valueOf(value.toUpperCase(Locale.ROOT));
    }
}
