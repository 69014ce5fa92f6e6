package dev.hapax.wire;

import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Suppression;
import java.time.Instant;
import java.util.Locale;

/** What was suppressed, as JSON, schema {@code hapax.duplicate/1}: both coordinates and the first one's outcome. */
public final class SuppressionFormat {

    public static final String SCHEMA = "hapax.duplicate/1";

    private SuppressionFormat() {}

    public static byte[] write(Suppression suppression) {
        GuardEntry earlier = suppression.earlier();
        return JsonValues.write(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("kind", lower(suppression.kind()));
            json.writeStringField("identity", suppression.arrival().identity());
            json.writeNumberField("generation", suppression.arrival().generation());
            json.writeStringField("source", suppression.arrival().source());
            json.writeStringField(
                    "fingerprint", suppression.arrival().fingerprint().toString());
            json.writeStringField(
                    "eventTime", time(suppression.arrival().message().timestamp()));
            JsonValues.write(json, "at", suppression.arrival().message().at());
            json.writeObjectFieldStart("first");
            JsonValues.write(json, "at", earlier.first());
            json.writeStringField("eventTime", time(earlier.firstTime()));
            json.writeStringField("outcome", lower(earlier.status()));
            json.writeStringField("label", earlier.label());
            json.writeBooleanField("important", earlier.important());
            json.writeEndObject();
        });
    }

    /** Which of the two kinds a written suppression is. */
    public static Suppression.Kind kind(byte[] json) {
        return Suppression.Kind.valueOf(
                JsonValues.read(json, SCHEMA).path("kind").asText().toUpperCase(Locale.ROOT));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
