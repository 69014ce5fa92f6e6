package dev.hapax.intake;

import dev.hapax.config.FieldSettings;
import java.util.List;
import java.util.Map;

/** The names a source gives to places in its messages. */
record FieldNames(Map<String, FieldSettings> fields) {

    /** Where a field is found: at its mapped place, or else the name is the place. */
    String placeOf(String name) {
        FieldSettings field = fields.get(name);
        return field == null ? name : field.at();
    }

    List<String> placesOf(List<String> names) {
        return names.stream().map(this::placeOf).toList();
    }
}
