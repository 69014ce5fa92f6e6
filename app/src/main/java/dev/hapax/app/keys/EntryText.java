package dev.hapax.app.keys;

import dev.hapax.domain.GuardEntry;
import java.time.Duration;

/** Entries of the guard as text. */
final class EntryText {

    private EntryText() {}

    static String outcome(GuardEntry entry) {
        String outcome = entry.status() == GuardEntry.Status.QUARANTINED ? "quarantined: " : "decided: ";
        return outcome
                + entry.label()
                + (entry.important() ? ", important" : "")
                + (entry.generation() > 0 ? ", generation " + entry.generation() : "");
    }

    static String count(long count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    /** In the two largest units. */
    static String time(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        return seconds < 86_400
                ? seconds / 3_600 + " h " + seconds / 60 % 60 + " min"
                : seconds / 86_400 + " d " + seconds / 3_600 % 24 + " h";
    }
}
