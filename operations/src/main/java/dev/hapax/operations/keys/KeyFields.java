package dev.hapax.operations.keys;

import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.GuardEntry;
import dev.hapax.operations.keys.Forgetting.Answer;
import dev.hapax.operations.quarantine.Case;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of identities, as scripts read it. */
public final class KeyFields {

    private KeyFields() {}

    public static Map<String, @Nullable Object> of(Why why) {
        Map<String, @Nullable Object> fields = of(why.identity(), why.remembered());
        Map<String, @Nullable Object> suppressed = new LinkedHashMap<>();
        Coordinates last = why.suppressed().last();
        suppressed.put("duplicates", why.suppressed().duplicates());
        suppressed.put("redeliveries", why.suppressed().redeliveries());
        suppressed.put("last", last == null ? null : coordinates(last));
        fields.put("suppressed", suppressed);
        fields.put(
                "quarantined",
                why.quarantined().stream().map(KeyFields::quarantined).toList());
        fields.put("commands", why.commands().stream().map(KeyFields::commanded).toList());
        fields.put("didYouMean", List.copyOf(why.meant()));
        return fields;
    }

    /** What the guard alone knows of an identity. */
    public static Map<String, @Nullable Object> of(String identity, List<Remembered> remembered) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("identity", identity);
        fields.put("suppresses", remembered.stream().anyMatch(known -> !known.expired()));
        fields.put("remembered", remembered.stream().map(KeyFields::remembered).toList());
        return fields;
    }

    /** One of a list of identities. */
    public static Map<String, @Nullable Object> of(Remembered key) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("identity", key.name());
        fields.putAll(entry(key.entry()));
        fields.put("until", key.until().toString());
        fields.put("secondsLeft", Math.max(0, key.left().toSeconds()));
        return fields;
    }

    public static Map<String, @Nullable Object> of(Answer answer) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("identity", answer.command().identity());
        fields.put("id", answer.command().id());
        if (answer instanceof Answer.Done done) {
            fields.put("state", "forgotten");
            fields.put("entries", done.receipt().entries());
            fields.put(
                    "forgotten",
                    done.receipt().some().stream().map(KeyFields::entry).toList());
        } else {
            fields.put("state", "waiting");
        }
        return fields;
    }

    private static Map<String, @Nullable Object> remembered(Remembered known) {
        Map<String, @Nullable Object> fields = entry(known.entry());
        fields.put("until", known.until().toString());
        fields.put("expired", known.expired());
        fields.put("secondsLeft", Math.max(0, known.left().toSeconds()));
        fields.put("streamTime", known.streamTime().toString());
        return fields;
    }

    private static Map<String, @Nullable Object> entry(GuardEntry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("generation", entry.generation());
        fields.put("outcome", entry.status().name().toLowerCase(Locale.ROOT));
        fields.put("label", entry.label());
        fields.put("important", entry.important());
        fields.put("eventTime", Instant.ofEpochMilli(entry.firstTime()).toString());
        fields.put("fingerprint", entry.fingerprint().toString());
        fields.put("at", coordinates(entry.first()));
        return fields;
    }

    private static Map<String, @Nullable Object> coordinates(Coordinates at) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("topic", at.topic());
        fields.put("partition", at.partition());
        fields.put("offset", at.offset());
        return fields;
    }

    private static Map<String, @Nullable Object> quarantined(Case held) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("case", held.summary().id().toString());
        fields.put("reason", held.summary().reason());
        fields.put("state", held.state().code());
        fields.put("generation", held.summary().generation());
        return fields;
    }

    private static Map<String, @Nullable Object> commanded(Why.Commanded asked) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", asked.command().id());
        fields.put("command", "forget");
        fields.put("actor", asked.command().actor());
        fields.put("reason", asked.command().reason());
        fields.put("at", asked.command().at().toString());
        Command receipt = asked.receipt();
        fields.put("receipt", receipt == null ? null : receipt instanceof Command.Forgotten ? "forgotten" : "refused");
        return fields;
    }
}
