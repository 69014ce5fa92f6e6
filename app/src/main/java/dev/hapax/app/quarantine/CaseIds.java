package dev.hapax.app.quarantine;

import dev.hapax.domain.Coordinates;
import java.util.List;

/** Case ids as they are typed. */
final class CaseIds {

    private CaseIds() {}

    static List<Coordinates> parse(List<String> texts) {
        return texts.stream().map(CaseIds::parse).distinct().toList();
    }

    static Coordinates parse(String text) {
        return parse("CASE", text);
    }

    /** @param argument what the error message begins with */
    static Coordinates parse(String argument, String text) {
        try {
            return Coordinates.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    argument + ": '" + text + "' must be topic-partition@offset, as shown by 'hapax quarantine list'.",
                    e);
        }
    }
}
