package dev.hapax.operations.quarantine;

import dev.hapax.config.Settings;
import dev.hapax.domain.CopyCheck;
import dev.hapax.domain.Message;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Replay;
import dev.hapax.operations.Generations;
import dev.hapax.operations.quarantine.CaseAction.Result.Kind;
import dev.hapax.operations.quarantine.CaseFile.Change.Action;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.wire.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What may be done with a case in the state it is in, and what has to be written for it. Knows no Kafka. */
final class CaseRules {

    private final Settings settings;
    private final Sources sources;

    CaseRules(Settings settings, Sources sources) {
        this.settings = settings;
        this.sources = sources;
    }

    Verdict apply(CaseAction action, Quarantined record, CaseFile known, String actor, Instant now) {
        Quarantined.Failure failure = record.failure();
        CaseFile file = known.about(failure);
        Case.State state = file.stateAfter(failure);
        if (action instanceof CaseAction.Note note) {
            CaseFile.Change change = new CaseFile.Change(now, actor, Action.NOTED, null, note.text());
            return changed(record, file.changed(failure, file.state(), file.owner(), change), "noted");
        }
        if (state.resolved()) {
            return late(action, record, file, state);
        }
        if (action instanceof CaseAction.Assign assign) {
            return assign(assign, record, file, actor, now);
        }
        if (action instanceof CaseAction.Drop drop) {
            CaseFile.Change change = new CaseFile.Change(now, actor, Action.DROPPED, drop.reason(), null);
            return changed(record, file.resolved(failure, Case.State.DROPPED, change), "dropped");
        }
        Giving giving = Giving.of(action, record);
        if (state == Case.State.PARKED && !giving.insist()) {
            return refused(
                    record,
                    "is parked: it has failed " + record.attempts()
                            + " times, and quarantine.max-attempts is "
                            + settings.quarantine().maxAttempts()
                            + "; --force replays it all the same");
        }
        if (incomplete(record, giving.message())) {
            return refused(
                    record,
                    "lacks its " + record.omitted() + ", which exceeds quarantine.max-record-bytes ("
                            + settings.quarantine().maxRecordBytes() + "). The original is at " + record.id()
                            + ": raise limits.max-message-bytes and quarantine.max-record-bytes, then run 'hapax replay"
                            + " --topic " + record.id().topic() + " --from-offset "
                            + record.id().partition() + ":" + record.id().offset() + " --to-offset "
                            + record.id().partition() + ":" + (record.id().offset() + 1)
                            + "', or drop the case");
        }
        return replay(record, file, giving, actor, now);
    }

    /**
     * The message to replay.
     *
     * @param diff how it was edited; null where it was not
     * @param insist also when it would fail again, or a copy has acted
     */
    private record Giving(
            Message message,
            @Nullable String reason,
            @Nullable String diff,
            boolean insist) {

        static Giving of(CaseAction action, Quarantined record) {
            if (action instanceof CaseAction.Edit edit) {
                return new Giving(edit.edited(), edit.reason(), edit.diff(), edit.insist());
            }
            if (action instanceof CaseAction.Replay replay) {
                return new Giving(record.original(), replay.reason(), null, replay.insist());
            }
            throw new IllegalStateException("unknown action " + action);
        }

        CaseFile.Change change(String actor, Instant now) {
            return new CaseFile.Change(now, actor, diff == null ? Action.REPLAYED : Action.EDITED, reason, diff);
        }
    }

    /** What a replay of the unchanged message would do. */
    CaseForecast.Expected forecast(Quarantined record, Case.State state, Instant now) {
        Source source = source(record);
        if (state.resolved() || state == Case.State.PARKED) {
            return new CaseForecast.NotReplayed(state.code());
        }
        if (source == null) {
            return new CaseForecast.NotReplayed("source is not configured");
        }
        if (incomplete(record, record.original())) {
            return new CaseForecast.NotReplayed("part of the message is not in quarantine");
        }
        if (Generations.isLast(record.generation())) {
            return new CaseForecast.NotReplayed("replayed too often");
        }
        ReplayForecast.Result expected = new ReplayForecast(settings.limits(), source, now)
                .of(record.original(), Generations.after(record.generation()), record.attempts());
        return expected instanceof ReplayForecast.Decided decided
                ? new CaseForecast.Decided(decided.judgement())
                : new CaseForecast.NotReplayed("would fail again: " + ((ReplayForecast.Refused) expected).reason());
    }

    /** Whether parts of the original are not in quarantine, and this message does not replace them. */
    private static boolean incomplete(Quarantined record, Message message) {
        String omitted = record.omitted();
        return omitted != null && (!omitted.equals("value") || message.value() == null);
    }

    /** The case is closed already: by the same wish, or by another's. */
    private static Verdict late(CaseAction action, Quarantined record, CaseFile file, Case.State state) {
        boolean same = (action instanceof CaseAction.Replay && state == Case.State.REPLAYED)
                || (action instanceof CaseAction.Drop && state == Case.State.DROPPED);
        CaseFile.Change last = file.history().stream()
                .filter(change -> change.action() != Action.NOTED && change.action() != Action.ASSIGNED)
                .reduce((a, b) -> b)
                .orElse(null);
        String said = "is " + state.code() + " already" + (last == null ? "" : ": " + last);
        return Verdict.unchanged(new CaseAction.Result(record.id(), same ? Kind.ALREADY : Kind.REFUSED, said));
    }

    private static Verdict assign(
            CaseAction.Assign assign, Quarantined record, CaseFile file, String actor, Instant now) {
        if (Objects.equals(assign.owner(), file.owner())) {
            String said = assign.owner() == null ? "is nobody's already" : "is " + assign.owner() + "'s already";
            return Verdict.unchanged(new CaseAction.Result(record.id(), Kind.ALREADY, said));
        }
        CaseFile.Change change = new CaseFile.Change(now, actor, Action.ASSIGNED, null, assign.owner());
        Case.State next = assign.owner() == null ? Case.State.OPEN : Case.State.ASSIGNED;
        String before = file.owner() == null ? "" : ", was " + file.owner() + "'s";
        String said = assign.owner() == null ? "given back" + before : "assigned to " + assign.owner() + before;
        return changed(record, file.changed(record.failure(), next, assign.owner(), change), said);
    }

    private Verdict replay(Quarantined record, CaseFile file, Giving giving, String actor, Instant now) {
        Source source = source(record);
        if (source == null) {
            return refused(
                    record,
                    "came by source '" + record.header(HeaderNames.SOURCE) + "' from "
                            + record.id().topic() + ", which is not configured: configure it, or drop the case");
        }
        if (Generations.isLast(record.generation())) {
            return refused(
                    record,
                    "has failed under generation " + record.generation()
                            + ", the last one a case can have: drop it, or have its producer send it again");
        }
        if (source.readsEventTime()
                && giving.message().timestamp() != record.original().timestamp()) {
            return refused(
                    record,
                    "takes its event time from field " + source.settings().eventTime()
                            + ", so a timestamp has no effect: edit the field instead");
        }
        int generation = Generations.after(record.generation());
        ReplayForecast forecast = new ReplayForecast(settings.limits(), source, now);
        ReplayForecast.Result expected = forecast.of(giving.message(), generation, record.attempts());
        if (expected instanceof ReplayForecast.Refused again && !giving.insist()) {
            return refused(record, again.said() + "; edit it, or --force");
        }
        // Whatever keys one that can't be read, it is refused before the key is looked at.
        String key = expected.identity() == null ? record.id().toString() : expected.identity();
        Replay replay = new Replay(
                giving.message(),
                source.name(),
                generation,
                record.attempts(),
                false,
                giving.insist() ? null : copyCheck(record));
        String said = (giving.diff() == null ? "replayed as " : "edited and replayed as ") + key + ", generation "
                + generation;
        return new Verdict(
                new CaseAction.Result(
                        record.id(), Kind.DONE, said, new CaseAction.Result.Replayed(record.id(), generation)),
                file.resolved(record.failure(), Case.State.REPLAYED, giving.change(actor, now)),
                new Verdict.Outgoing(replay, key.getBytes(StandardCharsets.UTF_8)));
    }

    /** Where a copy may have acted instead: not for a message that was admitted, whose copies have been held back since. */
    private static @Nullable CopyCheck copyCheck(Quarantined record) {
        return record.header(HeaderNames.PHASE).equals(Phase.CLASSIFY.code())
                ? null
                : Generations.ofOneMessage(
                        record.generation(), record.header(HeaderNames.REASON).equals(Reason.CONFLICT.name()));
    }

    /** By name; a message that failed before its source was known, by topic. */
    private @Nullable Source source(Quarantined record) {
        String name = record.headerOrNull(HeaderNames.SOURCE);
        return name == null ? sources.ofTopic(record.id().topic()) : sources.named(name);
    }

    private static Verdict changed(Quarantined record, CaseFile file, String said) {
        return new Verdict(new CaseAction.Result(record.id(), Kind.DONE, said), file, null);
    }

    private static Verdict refused(Quarantined record, String said) {
        return Verdict.unchanged(new CaseAction.Result(record.id(), Kind.REFUSED, said));
    }

    /**
     * The result of an action for one case: what is written, if anything, and the answer to the operator.
     *
     * @param file the new case file; null where nothing changes
     * @param replay the message to replay; null for none
     */
    record Verdict(
            CaseAction.Result result,
            @Nullable CaseFile file,
            @Nullable Outgoing replay) {

        /** A replay and the identity that keys it. */
        record Outgoing(Replay replay, byte[] key) {}

        static Verdict unchanged(CaseAction.Result result) {
            return new Verdict(result, null, null);
        }
    }
}
