package dev.hapax.operations.quarantine;

import dev.hapax.config.Settings;
import dev.hapax.domain.Message;
import dev.hapax.domain.Replay;
import dev.hapax.intake.Intake;
import dev.hapax.operations.Generations;
import dev.hapax.operations.quarantine.CaseChange.Action;
import dev.hapax.operations.quarantine.CaseResult.Kind;
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

    CaseVerdict apply(CaseAction action, Quarantined record, CaseFile file, String actor, Instant now) {
        CaseState state = file.stateAfter(record.attempts(), record.exhausted());
        if (action instanceof CaseAction.Note note) {
            return changed(
                    record,
                    file,
                    file.state(),
                    file.owner(),
                    new CaseChange(now, actor, Action.NOTED, null, note.text()),
                    "noted");
        }
        if (state.resolved()) {
            return late(action, record, file, state);
        }
        if (action instanceof CaseAction.Assign assign) {
            return assign(assign, record, file, actor, now);
        }
        if (action instanceof CaseAction.Drop drop) {
            CaseChange change = new CaseChange(now, actor, Action.DROPPED, drop.reason(), null);
            return changed(record, file, CaseState.DROPPED, file.owner(), change, "dropped");
        }
        boolean edit = action instanceof CaseAction.Edit;
        boolean insist = action instanceof CaseAction.Edit e ? e.insist() : ((CaseAction.Replay) action).insist();
        if (state == CaseState.PARKED && !insist) {
            return refused(
                    record,
                    "is parked: it has failed " + record.attempts()
                            + " times, and quarantine.max-attempts is "
                            + settings.quarantine().maxAttempts()
                            + "; --force replays it all the same");
        }
        CaseChange change = edit
                ? new CaseChange(
                        now,
                        actor,
                        Action.EDITED,
                        ((CaseAction.Edit) action).reason(),
                        ((CaseAction.Edit) action).diff())
                : new CaseChange(now, actor, Action.REPLAYED, ((CaseAction.Replay) action).reason(), null);
        Message message = edit ? ((CaseAction.Edit) action).edited() : record.original();
        if (incomplete(record, message)) {
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
        return replay(record, file, message, change, insist, now);
    }

    /** Whether parts of the original are not in quarantine, and this message does not replace them. */
    private static boolean incomplete(Quarantined record, Message message) {
        String omitted = record.omitted();
        return omitted != null && (!omitted.equals("value") || message.value() == null);
    }

    /** The case is closed already: by the same wish, or by another's. */
    private static CaseVerdict late(CaseAction action, Quarantined record, CaseFile file, CaseState state) {
        boolean same = (action instanceof CaseAction.Replay && state == CaseState.REPLAYED)
                || (action instanceof CaseAction.Drop && state == CaseState.DROPPED);
        CaseChange last = file.history().stream()
                .filter(change -> change.action() != Action.NOTED && change.action() != Action.ASSIGNED)
                .reduce((a, b) -> b)
                .orElse(null);
        String said = "is " + state.code() + " already" + (last == null ? "" : ": " + last);
        return CaseVerdict.unchanged(new CaseResult(record.id(), same ? Kind.ALREADY : Kind.REFUSED, said));
    }

    private static CaseVerdict assign(
            CaseAction.Assign assign, Quarantined record, CaseFile file, String actor, Instant now) {
        if (Objects.equals(assign.owner(), file.owner())) {
            String said = assign.owner() == null ? "is nobody's already" : "is " + assign.owner() + "'s already";
            return CaseVerdict.unchanged(new CaseResult(record.id(), Kind.ALREADY, said));
        }
        CaseChange change = new CaseChange(now, actor, Action.ASSIGNED, null, assign.owner());
        CaseState next = assign.owner() == null ? CaseState.OPEN : CaseState.ASSIGNED;
        String before = file.owner() == null ? "" : ", was " + file.owner() + "'s";
        String said = assign.owner() == null ? "given back" + before : "assigned to " + assign.owner() + before;
        return changed(record, file, next, assign.owner(), change, said);
    }

    private CaseVerdict replay(
            Quarantined record, CaseFile file, Message message, CaseChange change, boolean insist, Instant now) {
        Source source = source(record);
        if (source == null) {
            return refused(
                    record,
                    "came by source '" + record.said(HeaderNames.SOURCE) + "' from "
                            + record.id().topic() + ", which is not configured: configure it, or drop the case");
        }
        int generation = Generations.after(record.generation());
        if (!insist
                && message.timestamp()
                        > now.plus(settings.limits().maxClockSkew()).toEpochMilli()) {
            return refused(
                    record,
                    "has a timestamp that is still ahead of the clock, "
                            + Instant.ofEpochMilli(message.timestamp())
                            + ": 'hapax quarantine edit --timestamp now' gives it another");
        }
        Intake intake = source.read(message, generation, record.attempts());
        String key;
        if (intake instanceof Intake.Arrived arrived) {
            key = arrived.arrival().identity();
        } else if (insist) {
            // Whatever keys it, it will be refused before the key is looked at.
            key = record.id().toString();
        } else {
            Intake.Refused refused = (Intake.Refused) intake;
            return refused(
                    record,
                    "would be quarantined again as " + refused.refusal().reason() + ": "
                            + refused.refusal().explanation() + "; edit it, or --force");
        }
        Replay replay = new Replay(message, source.name(), generation, record.attempts(), false);
        CaseFile next = file.with(CaseState.REPLAYED, file.owner(), record.attempts(), change);
        String said = (change.action() == Action.EDITED ? "edited and replayed as " : "replayed as ") + key
                + ", generation " + generation;
        return new CaseVerdict(
                new CaseResult(record.id(), Kind.DONE, said),
                next,
                new CaseVerdict.Outgoing(replay, key.getBytes(StandardCharsets.UTF_8)));
    }

    /** By name; a message that failed before its source was known, by topic. */
    private @Nullable Source source(Quarantined record) {
        String name = record.saidOrNull(HeaderNames.SOURCE);
        return name == null ? sources.ofTopic(record.id().topic()) : sources.named(name);
    }

    private static CaseVerdict changed(
            Quarantined record, CaseFile file, CaseState next, @Nullable String owner, CaseChange change, String said) {
        int attempt = next.resolved() && change.action() != Action.NOTED ? record.attempts() : file.attempt();
        return new CaseVerdict(
                new CaseResult(record.id(), Kind.DONE, said), file.with(next, owner, attempt, change), null);
    }

    private static CaseVerdict refused(Quarantined record, String said) {
        return CaseVerdict.unchanged(new CaseResult(record.id(), Kind.REFUSED, said));
    }
}
