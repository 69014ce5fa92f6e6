package dev.hapax.app.keys;

import dev.hapax.app.Columns;
import dev.hapax.operations.keys.Remembered;
import java.util.List;

/** What {@code key list} prints to people. */
final class KeyTable {

    private KeyTable() {}

    static String text(List<Remembered> keys) {
        if (keys.isEmpty()) {
            return "the guard remembers nothing\n";
        }
        Columns columns = new Columns().row("identity", "outcome", "first seen", "time left");
        keys.forEach(key ->
                columns.row(key.name(), EntryText.outcome(key.entry()), key.firstTime(), EntryText.time(key.left())));
        return String.join("\n", columns.lines()) + "\n";
    }
}
