package dev.hapax.demo.stream;

import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Set;

/**
 * A format of somebody else's, as a plug-in brings it: lines {@code id;kind;amount;text} in ISO 8859-1, their fields by these
 * names.
 *
 * <p>It has a defect, and keeps it: it takes for granted that a line has four columns. With fewer it throws, as a plug-in's
 * code does where its author did not think of something. That is what quarantine's reason INTERNAL is for: the message is
 * held, the defect named, and the instance goes on.
 */
public final class LegacyCsvFormat implements Format {

    private static final Set<String> COLUMNS = Set.of("id", "kind", "amount", "text");

    @Override
    public String name() {
        return "legacy-csv";
    }

    @Override
    public boolean mayHave(String field) {
        return COLUMNS.contains(field);
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        // Rules ask for fields that mail has and these lines do not; such a field is simply not there.
        return new LegacyCsvReader();
    }
}
