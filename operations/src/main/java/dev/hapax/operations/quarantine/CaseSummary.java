package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Reason;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A quarantined record without its payload, so that many can be held at once.
 *
 * @param stored where it stands in the quarantine topic
 * @param bytes of the value; -1 for a tombstone
 * @param preview the beginning of the value, nothing in it that could move a cursor
 * @param digest of the message as it arrived; null for one that was replayed from quarantine, which may have been edited
 */
public record CaseSummary(
        Coordinates id,
        Coordinates stored,
        Instant at,
        String reason,
        String disposition,
        String phase,
        String nextAction,
        @Nullable String source,
        @Nullable String identity,
        int attempts,
        int generation,
        String explanation,
        int bytes,
        String preview,
        @Nullable String digest) {

    private static final int PREVIEW = 80;

    public static CaseSummary of(Quarantined record) {
        byte[] value = record.original().value();
        return new CaseSummary(
                record.id(),
                record.stored(),
                record.at(),
                record.said(HeaderNames.REASON),
                record.said(HeaderNames.DISPOSITION),
                record.said(HeaderNames.PHASE),
                record.said(HeaderNames.NEXT_ACTION),
                record.saidOrNull(HeaderNames.SOURCE),
                record.saidOrNull(HeaderNames.IDENTITY),
                record.attempts(),
                record.generation(),
                record.said(HeaderNames.ERROR_MESSAGE),
                value == null ? -1 : value.length,
                preview(value),
                record.digest());
    }

    Failure failure() {
        return new Failure(
                new Failure.Key(generation, attempts), digest, at, reason.equals(Reason.RETRIES_EXHAUSTED.name()));
    }

    private static String preview(byte @Nullable [] value) {
        if (value == null) {
            return "(tombstone)";
        }
        StringBuilder text = new StringBuilder();
        new String(value, 0, Math.min(value.length, 4 * PREVIEW), StandardCharsets.UTF_8)
                .codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '·' : c)
                .limit(PREVIEW)
                .forEach(text::appendCodePoint);
        return text.toString();
    }
}
