package dev.hapax.operations.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.wire.DeliveryHeaders;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A delivery to stage, as JSON describes it: its exact bytes, or the parts of a mail or of an HTTP request, from which the same
 * bytes are made each time.
 */
public record StagingRequest(
        String id,
        String channel,
        String target,
        byte[] artifact,
        @Nullable Instant notBefore,
        @Nullable Instant expires,
        @Nullable String cause,
        double score) {

    /** In the order in which errors list them. */
    public static final List<String> FIELDS =
            List.of("id", "channel", "target", "artifact", "mail", "request", "notBefore", "expires", "cause", "score");

    private static final Set<String> REQUEST_FIELDS = Set.of("method", "headers", "body");
    /** Policies approve by these names, so nobody may take one. */
    private static final Pattern NO_PERSON = Pattern.compile(".*:.*|topic|ledger", Pattern.DOTALL);

    private static final int LONGEST_ID = 512;
    private static final int LONGEST_TARGET = 2_048;
    private static final int LONGEST_CAUSE = 512;

    /** Checks whether a channel could send an artifact. */
    @FunctionalInterface
    public interface Sendable {

        /** Why the channel could never send this; null if it could. */
        @Nullable
        String problem(ChannelSettings channel, byte[] artifact, String target);
    }

    /**
     * @param json an object; unknown fields are errors
     * @throws IllegalArgumentException if it is no delivery that a channel could send, naming the field and the rule
     */
    public static StagingRequest read(JsonNode json, DeliverySettings settings, Sendable sendable) {
        onlyFields(json, "", FIELDS);
        String id = id(required(json, "", "id"));
        String channelName = required(json, "", "channel");
        ChannelSettings channel = settings.channels().get(channelName);
        if (channel == null) {
            throw new IllegalArgumentException("channel: there is no channel '" + printable(channelName)
                    + "'; delivery.channels has " + settings.channels().keySet());
        }
        String target = bounded("target", required(json, "", "target"), LONGEST_TARGET);
        String cause = text(json, "", "cause");
        Instant notBefore = time(json, "notBefore");
        byte[] artifact = artifact(json, id, channel, target, notBefore, settings.maxArtifactBytes());
        if (artifact.length > settings.maxArtifactBytes()) {
            throw new IllegalArgumentException("the artifact has " + artifact.length
                    + " bytes, more than delivery.max-artifact-bytes (" + settings.maxArtifactBytes() + ")");
        }
        String problem = sendable.problem(channel, artifact, target);
        if (problem != null) {
            throw new IllegalArgumentException("channel " + channelName + " can't send this: " + problem);
        }
        return new StagingRequest(
                id,
                channelName,
                target,
                artifact,
                notBefore,
                time(json, "expires"),
                cause == null ? null : bounded("cause", cause, LONGEST_CAUSE),
                score(json.path("score")));
    }

    /**
     * The name of whoever stages a delivery.
     *
     * @param from where it comes from, for the message
     * @throws IllegalArgumentException if it stands for a rule or for the topic, for which policies may approve
     */
    public static String person(String from, String name) {
        if (NO_PERSON.matcher(name).matches()) {
            throw new IllegalArgumentException(from + ": '" + printable(name)
                    + "' can't stage deliveries: topic, ledger and names with a colon stand for rules and policies.");
        }
        return name;
    }

    /** A delivery id that the ledger accepts and that a path can name. */
    public static String id(String id) {
        bounded("id", id, LONGEST_ID);
        boolean utf8 = new String(id.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(id);
        if (!utf8 || id.isBlank() || id.equals(".") || id.equals("..")) {
            throw new IllegalArgumentException(
                    "id: '" + printable(id) + "' must be text such as invoice:42, the same for the same effect");
        }
        return id;
    }

    private static byte[] artifact(
            JsonNode json,
            String id,
            ChannelSettings channel,
            String target,
            @Nullable Instant notBefore,
            int largest) {
        List<String> given = Stream.of("artifact", "mail", "request")
                .filter(json::hasNonNull)
                .toList();
        if (given.size() != 1) {
            throw new IllegalArgumentException("give exactly one of artifact, mail and request"
                    + (given.isEmpty() ? "" : ", not " + String.join(" and ", given)));
        }
        ChannelSettings.Smtp smtp = channel.smtp();
        return switch (given.get(0)) {
            case "artifact" -> base64("artifact", required(json, "", "artifact"));
            case "mail" -> {
                if (smtp == null) {
                    throw new IllegalArgumentException("mail: channel " + channel.name() + " sends no mails");
                }
                yield MailRequest.compose(id, json.path("mail"), smtp.from(), target, notBefore, largest);
            }
            default -> {
                if (smtp != null) {
                    throw new IllegalArgumentException("request: channel " + channel.name() + " sends mails");
                }
                yield request(json.path("request"), target);
            }
        };
    }

    /** The canonical document of the HTTP channel. */
    private static byte[] request(JsonNode json, String target) {
        onlyFields(json, "request", REQUEST_FIELDS);
        Map<String, String> headers = new LinkedHashMap<>();
        JsonNode given = json.path("headers");
        if (!given.isMissingNode() && !given.isNull() && !given.isObject()) {
            throw new IllegalArgumentException("request.headers: must be an object of names and values");
        }
        given.properties().forEach(field -> {
            if (!field.getValue().isTextual()) {
                throw new IllegalArgumentException(
                        "request.headers." + printable(field.getKey()) + ": must be a string");
            }
            headers.put(field.getKey(), field.getValue().textValue());
        });
        String method = required(json, "request", "method");
        String body = text(json, "request", "body");
        byte[] content = (body == null ? "" : body).getBytes(StandardCharsets.UTF_8);
        try {
            return new HttpArtifact(method, target, headers, content).toBytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("request: " + e.getMessage(), e);
        }
    }

    /**
     * Of a delivery that is not known yet: one that was staged in time may be handed in again later.
     *
     * @throws IllegalArgumentException if it could never be sent
     */
    public void requireTime(Instant now, Duration longestWait) {
        Instant end = expires;
        Instant begin = notBefore;
        if (end != null && !end.isAfter(now)) {
            throw new IllegalArgumentException("expires: " + end + " must be later than now (" + now + ")");
        }
        if (begin != null && end != null && !begin.isBefore(end)) {
            throw new IllegalArgumentException("notBefore: " + begin + " must be before expires (" + end + ")");
        }
        Instant latest = now.plus(longestWait);
        if (begin != null && !begin.isBefore(latest)) {
            throw new IllegalArgumentException("notBefore: " + begin + " must be before " + latest
                    + ", when the delivery expires: delivery.longest-wait is " + longestWait.toDays() + "d");
        }
    }

    /** @param now what a delivery without {@code expires} counts its life from */
    public Draft draft(String stagedBy, Instant now, Duration longestWait) {
        Instant latest = now.plus(longestWait);
        return new Draft(
                channel,
                target,
                DeliveryHeaders.sha256(artifact),
                artifact.length,
                stagedBy,
                cause,
                score,
                (notBefore == null ? now : notBefore).toEpochMilli(),
                (expires == null || expires.isAfter(latest) ? latest : expires).toEpochMilli());
    }

    static void onlyFields(JsonNode json, String in, Collection<String> known) {
        if (!json.isObject()) {
            throw new IllegalArgumentException((in.isEmpty() ? "the delivery" : in) + ": must be a JSON object");
        }
        Set<String> unknown = new TreeSet<>();
        json.fieldNames().forEachRemaining(unknown::add);
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException((in.isEmpty() ? "" : in + ": ") + "unknown field '"
                    + printable(unknown.iterator().next()) + "'. Known: " + String.join(", ", new TreeSet<>(known)));
        }
    }

    static @Nullable String text(JsonNode json, String in, String field) {
        JsonNode node = json.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (!node.isTextual()) {
            throw new IllegalArgumentException(name(in, field) + ": must be a string");
        }
        return node.textValue();
    }

    static String required(JsonNode json, String in, String field) {
        String text = text(json, in, field);
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException(name(in, field) + ": is required");
        }
        return text;
    }

    private static String name(String in, String field) {
        return in.isEmpty() ? field : in + "." + field;
    }

    private static String bounded(String field, String text, int longest) {
        if (text.length() > longest || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(field + ": '" + printable(text) + "' must have at most " + longest
                    + " characters and no control characters");
        }
        return text;
    }

    private static byte[] base64(String field, String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + ": must be Base64: " + e.getMessage(), e);
        }
    }

    private static @Nullable Instant time(JsonNode json, String field) {
        String text = text(json, "", field);
        if (text == null) {
            return null;
        }
        try {
            Instant time = Instant.parse(text);
            return time.toEpochMilli() < 0 ? Instant.EPOCH : time;
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    field + ": '" + printable(text) + "' must be a time such as 2027-01-31T09:00:00Z", e);
        }
    }

    private static double score(JsonNode node) {
        if (node.isMissingNode() || node.isNull()) {
            return 1;
        }
        double score = node.isNumber() ? node.doubleValue() : -1;
        if (!(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException(
                    "score: " + printable(node.toString()) + " must be a number from 0 to 1");
        }
        return score;
    }

    /** For messages: without what could forge a line of a log, and not too long. */
    static String printable(String text) {
        String visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
        return visible.length() <= 80 ? visible : visible.substring(0, 80) + "…";
    }
}
