package dev.hapax.app.keys;

import dev.hapax.app.Columns;
import dev.hapax.app.Terminal;
import dev.hapax.operations.keys.Remembered;
import java.util.List;

/** The result of {@code key list} as text. */
final class KeyTable {

    private KeyTable() {}

    static String text(List<Remembered> keys, Terminal terminal) {
        if (keys.isEmpty()) {
            return "The guard has no entries.\n";
        }
        Columns columns = Columns.headed(terminal, "identity", "outcome", "first seen", "time left")
                .shortening("outcome", "first seen");
        keys.forEach(key ->
                columns.row(key.name(), EntryText.outcome(key.entry()), key.firstTime(), EntryText.time(key.left())));
        return String.join("\n", columns.lines()) + "\n";
    }
}
