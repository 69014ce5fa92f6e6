package dev.hapax.app.keys;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.GuardEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The words in which entries of the guard are spoken of, to people and to scripts. */
final class Words {

    private Words() {}

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

    /** The two largest units, as people say it. */
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

    static Map<String, @Nullable Object> fields(GuardEntry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("generation", entry.generation());
        fields.put("outcome", entry.status().name().toLowerCase(Locale.ROOT));
        fields.put("label", entry.label());
        fields.put("important", entry.important());
        fields.put("eventTime", Instant.ofEpochMilli(entry.firstTime()).toString());
        fields.put("fingerprint", entry.fingerprint().toString());
        fields.put("at", fields(entry.first()));
        return fields;
    }

    static Map<String, @Nullable Object> fields(Coordinates at) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", at.topic());
        fields.put("partition", at.partition());
        fields.put("offset", at.offset());
        return fields;
    }
}
