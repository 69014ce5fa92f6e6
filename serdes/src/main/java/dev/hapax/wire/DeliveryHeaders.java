package dev.hapax.wire;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Draft;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** The headers of records whose value is an artifact: deliveries that are staged, and deliveries that are due. */
public final class DeliveryHeaders {

    private static final int LONGEST_TARGET = 2_048;
    private static final int LONGEST_CAUSE = 512;
    private static final double NOT_SCORED = 1;

    private DeliveryHeaders() {}

    /** Whether a record of the events topic carries an artifact, and no event. */
    public static boolean carryArtifact(Headers headers) {
        return headers.lastHeader(HeaderNames.CHANNEL) != null;
    }

    public static RecordHeaders staging(Draft draft) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.CHANNEL, draft.channel());
        KafkaHeaders.add(headers, HeaderNames.TARGET, draft.target());
        KafkaHeaders.add(headers, HeaderNames.STAGED_BY, draft.stagedBy());
        KafkaHeaders.add(headers, HeaderNames.CAUSE, draft.cause());
        if (draft.score() != NOT_SCORED) {
            // Without the header, the ledger may score it.
            KafkaHeaders.add(headers, HeaderNames.SCORE, Double.toString(draft.score()));
        }
        KafkaHeaders.add(
                headers,
                HeaderNames.NOT_BEFORE,
                Instant.ofEpochMilli(draft.notBefore()).toString());
        KafkaHeaders.add(
                headers,
                HeaderNames.EXPIRES,
                Instant.ofEpochMilli(draft.expires()).toString());
        KafkaHeaders.add(headers, HeaderNames.TRACEPARENT, draft.traceparent());
        return headers;
    }

    /**
     * The draft that a staged record describes.
     *
     * @param stagedBy who staged it, where that can be trusted; else null, and the header says it
     * @param now what a delivery without {@code hapax-expires} counts its life from
     * @throws IllegalArgumentException when a header is missing or wrong, saying which one
     */
    public static Draft readStaging(
            Headers headers, byte[] artifact, @Nullable String stagedBy, long now, Duration longest) {
        long latest = now + longest.toMillis();
        long expires = Math.min(latest, time(headers, HeaderNames.EXPIRES, latest));
        String target = required(headers, HeaderNames.TARGET);
        if (target.length() > LONGEST_TARGET || target.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(HeaderNames.TARGET + ": must have at most " + LONGEST_TARGET
                    + " characters and no control characters");
        }
        return new Draft(
                required(headers, HeaderNames.CHANNEL),
                target,
                sha256(artifact),
                artifact.length,
                stagedBy == null ? required(headers, HeaderNames.STAGED_BY) : stagedBy,
                cause(KafkaHeaders.text(headers, HeaderNames.CAUSE)),
                score(KafkaHeaders.text(headers, HeaderNames.SCORE)),
                time(headers, HeaderNames.NOT_BEFORE, now),
                expires,
                TraceParent.of(headers));
    }

    public static RecordHeaders due(Delivery delivery) {
        RecordHeaders headers = new RecordHeaders();
        KafkaHeaders.add(headers, HeaderNames.ATTEMPT, Integer.toString(delivery.attempt()));
        KafkaHeaders.add(headers, HeaderNames.CHANNEL, delivery.draft().channel());
        KafkaHeaders.add(headers, HeaderNames.TARGET, delivery.draft().target());
        KafkaHeaders.add(headers, HeaderNames.SHA256, delivery.draft().sha256());
        KafkaHeaders.add(headers, HeaderNames.DEADLINE, Long.toString(delivery.deadline()));
        KafkaHeaders.add(headers, HeaderNames.TRACEPARENT, delivery.draft().traceparent());
        DeliveryEvent.InCampaign campaign = delivery.draft().campaign();
        KafkaHeaders.add(headers, HeaderNames.CAMPAIGN, campaign == null ? null : campaign.id());
        return headers;
    }

    private static String required(Headers headers, String name) {
        String text = KafkaHeaders.text(headers, name);
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException(name + ": must be set");
        }
        return text;
    }

    private static long time(Headers headers, String name, long otherwise) {
        String text = KafkaHeaders.text(headers, name);
        if (text == null) {
            return otherwise;
        }
        try {
            return Instant.parse(text).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    name + ": '" + text + "' must be a time such as 2027-01-31T09:00:00Z", e);
        }
    }

    private static @Nullable String cause(@Nullable String text) {
        if (text != null && (text.length() > LONGEST_CAUSE || text.chars().anyMatch(Character::isISOControl))) {
            throw new IllegalArgumentException(HeaderNames.CAUSE + ": must have at most " + LONGEST_CAUSE
                    + " characters and no control characters");
        }
        return text;
    }

    private static double score(@Nullable String text) {
        if (text == null) {
            return NOT_SCORED;
        }
        try {
            double score = Double.parseDouble(text);
            if (score >= 0 && score <= 1) {
                return score;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        throw new IllegalArgumentException(HeaderNames.SCORE + ": '" + text + "' must be a number from 0 to 1");
    }

    public static String sha256(byte[] artifact) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(artifact));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
