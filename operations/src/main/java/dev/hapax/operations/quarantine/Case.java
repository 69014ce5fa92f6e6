package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Reason;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A case as the inbox shows it. */
public record Case(Summary summary, State state, @Nullable String owner) {

    /** @param file its recorded state; null if nobody has changed it */
    public static Case of(Summary summary, @Nullable CaseFile file) {
        CaseFile known = file == null ? CaseFile.empty(summary.id()) : file;
        Quarantined.Failure latest = summary.failure();
        return new Case(summary, known.stateAfter(latest), known.about(latest).owner());
    }

    /** The state of a case. */
    public enum State {
        OPEN,
        ASSIGNED,
        /** Opens again when the replay fails. */
        REPLAYED,
        DROPPED,
        /** Has failed as often as is allowed: replayed only with {@code --force}. */
        PARKED;

        public boolean resolved() {
            return this == REPLAYED || this == DROPPED;
        }

        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws IllegalArgumentException if there is none with that name */
        public static State of(String code) {
            for (State state : values()) {
                if (state.code().equals(code)) {
                    return state;
                }
            }
            throw new IllegalArgumentException(
                    "'" + code + "' is not the state of a case: must be open, assigned, replayed, dropped or parked");
        }
    }

    /**
     * A quarantined record without its payload, so that many can be held at once.
     *
     * @param stored its coordinates in the quarantine topic
     * @param bytes of the value; -1 for a tombstone
     * @param preview the beginning of the value, nothing in it that could move a cursor
     * @param digest of the message as it arrived; null for one that was replayed from quarantine, which may have been edited
     */
    public record Summary(
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

        public static Summary of(Quarantined record) {
            byte[] value = record.original().value();
            return new Summary(
                    record.id(),
                    record.stored(),
                    record.at(),
                    record.header(HeaderNames.REASON),
                    record.header(HeaderNames.DISPOSITION),
                    record.header(HeaderNames.PHASE),
                    record.header(HeaderNames.NEXT_ACTION),
                    record.headerOrNull(HeaderNames.SOURCE),
                    record.headerOrNull(HeaderNames.IDENTITY),
                    record.attempts(),
                    record.generation(),
                    record.header(HeaderNames.ERROR_MESSAGE),
                    value == null ? -1 : value.length,
                    preview(value),
                    record.digest());
        }

        Quarantined.Failure failure() {
            return new Quarantined.Failure(
                    new Quarantined.Failure.Key(generation, attempts),
                    digest,
                    at,
                    reason.equals(Reason.RETRIES_EXHAUSTED.name()));
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

    /**
     * Everything that is known of a case.
     *
     * @param failures every time its message was quarantined, the newest first
     */
    public record Details(List<Quarantined> failures, CaseFile file) {

        public Details {
            failures = List.copyOf(failures);
        }

        public Quarantined latest() {
            return failures.get(0);
        }

        public Case asCase() {
            return Case.of(Summary.of(latest()), file);
        }

        /** Commands for this case by name, ready to complete; none for a case that is resolved. */
        public Map<String, String> nextSteps(String configFile) {
            State state = asCase().state();
            Map<String, String> steps = new LinkedHashMap<>();
            if (state.resolved()) {
                return steps;
            }
            boolean json = Payload.of(latest().original().value()).kind().equals("json");
            String rest = " -c " + configFile + " " + latest().id();
            steps.put("replay", "hapax quarantine replay" + rest + (state == State.PARKED ? " --force" : ""));
            steps.put(
                    "edit",
                    "hapax quarantine edit" + rest + (json ? " --patch '{\"…\": …}' --reason '…'" : " --reason '…'"));
            steps.put("drop", "hapax quarantine drop" + rest + " --reason '…'");
            steps.put("assign", "hapax quarantine assign" + rest + " --to NAME");
            steps.put("note", "hapax quarantine note" + rest + " --reason '…'");
            return steps;
        }
    }
}
