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
        try {
            return Coordinates.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "CASE: '" + text
                            + "' is not a case: must be topic-partition@offset, as 'hapax quarantine list' shows it",
                    e);
        }
    }
}
