package dev.hapax.intake.json;

import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Set;

/** Messages written as JSON: a field is a JSON pointer, or the name of a top-level member. */
public final class JsonFormat implements Format {

    @Override
    public String name() {
        return "json";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return new JsonReader(FieldTree.of(fields), limits);
    }
}
