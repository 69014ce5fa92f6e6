package dev.hapax.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Outcome;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What was suppressed, as JSON, schema {@code hapax.duplicate/1}: both coordinates and the first one's outcome. */
public final class SuppressionFormat {

    public static final String SCHEMA = "hapax.duplicate/1";

    private static final byte[] NAME_OF_SCHEMA = JsonBytes.name("schema");
    private static final byte[] KIND = JsonBytes.name("kind");
    private static final byte[] IDENTITY = JsonBytes.name("identity");
    private static final byte[] GENERATION = JsonBytes.name("generation");
    private static final byte[] SOURCE = JsonBytes.name("source");
    private static final byte[] FINGERPRINT = JsonBytes.name("fingerprint");
    private static final byte[] EVENT_TIME = JsonBytes.name("eventTime");
    private static final byte[] AT = JsonBytes.name("at");
    private static final byte[] FIRST = JsonBytes.name("first");
    private static final byte[] OUTCOME = JsonBytes.name("outcome");
    private static final byte[] LABEL = JsonBytes.name("label");
    private static final byte[] IMPORTANT = JsonBytes.name("important");

    private SuppressionFormat() {}

    public static byte[] write(Outcome.Suppressed suppression) {
        GuardEntry earlier = suppression.earlier();
        Arrival arrival = suppression.arrival();
        return JsonBytes.object()
                .text(NAME_OF_SCHEMA, SCHEMA)
                .text(KIND, lower(suppression.kind()))
                .text(IDENTITY, arrival.identity())
                .number(GENERATION, arrival.generation())
                .text(SOURCE, arrival.source())
                .fingerprint(FINGERPRINT, arrival.fingerprint())
                .time(EVENT_TIME, arrival.message().timestamp())
                .at(AT, arrival.message().at())
                .open(FIRST)
                .at(AT, earlier.first())
                .time(EVENT_TIME, earlier.firstTime())
                .text(OUTCOME, lower(earlier.status()))
                .text(LABEL, earlier.label())
                .flag(IMPORTANT, earlier.important())
                .close()
                .done();
    }

    /** Which of the two kinds a written suppression is. */
    public static Outcome.Suppressed.Kind kind(byte[] json) {
        return Outcome.Suppressed.Kind.valueOf(
                JsonValues.read(json, SCHEMA).path("kind").asText().toUpperCase(Locale.ROOT));
    }

    /** Where the message stands that a written suppression is about. */
    public static Coordinates at(byte[] json) {
        return JsonValues.coordinates(JsonValues.read(json, SCHEMA).path("at"));
    }

    /** The message that acted, as a suppression names it. */
    public record First(Coordinates at, long eventTime) {}

    /** The message that came first; null where the bytes do not name one. */
    public static @Nullable First first(byte[] json) {
        try {
            JsonNode first = JsonValues.read(json, SCHEMA).path("first");
            return new First(
                    JsonValues.coordinates(first.path("at")),
                    Instant.parse(first.path("eventTime").asText()).toEpochMilli());
        } catch (IllegalArgumentException | UncheckedIOException | DateTimeException e) {
            // Anyone may write to a topic.
            return null;
        }
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
