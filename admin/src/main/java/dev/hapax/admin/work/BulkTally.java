package dev.hapax.admin.work;

import dev.hapax.admin.ProblemException;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseFields;
import dev.hapax.operations.quarantine.ReplayOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of a bulk change: the number of each kind, and some cases that were not changed. */
final class BulkTally {

    private static final int MOST_TOLD = 100;

    private final CaseView view;
    private final Map<CaseAction.Result.Kind, Long> counts = new EnumMap<>(CaseAction.Result.Kind.class);
    private final List<CaseAction.Result.Replayed> replayed = new ArrayList<>();
    private final List<Map<String, @Nullable Object>> notDone = new ArrayList<>();

    BulkTally(CaseView view) {
        this.view = view;
    }

    void add(CaseAction.Result result) {
        counts.merge(result.kind(), 1L, Long::sum);
        CaseAction.Result.Replayed given = result.replayed();
        if (given != null) {
            replayed.add(given);
        }
        if (result.kind() != CaseAction.Result.Kind.DONE && notDone.size() < MOST_TOLD) {
            // The messages are not available any more, so the text cannot be
            // masked.
            notDone.add(CaseFields.of(new CaseAction.Result(result.id(), result.kind(), view.said(result.said()))));
        }
    }

    private long count(CaseAction.Result.Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    private long all() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    void addTo(AuditLog.Line line) {
        line.with("done", count(CaseAction.Result.Kind.DONE))
                .with("already", count(CaseAction.Result.Kind.ALREADY))
                .with("refused", count(CaseAction.Result.Kind.REFUSED));
    }

    AuditLog.Result outcome() {
        if (all() == 0 || count(CaseAction.Result.Kind.DONE) > 0) {
            return AuditLog.Result.DONE;
        }
        return count(CaseAction.Result.Kind.REFUSED) > 0 ? AuditLog.Result.REFUSED : AuditLog.Result.ALREADY;
    }

    /** The replayed messages. */
    List<CaseAction.Result.Replayed> replayed() {
        return replayed;
    }

    /** @param outcomes the outcomes of the replays; empty without waiting */
    Map<String, @Nullable Object> fields(Collection<ReplayOutcome> outcomes) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("dryRun", false);
        fields.put("cases", all());
        fields.put("done", count(CaseAction.Result.Kind.DONE));
        fields.put("already", count(CaseAction.Result.Kind.ALREADY));
        fields.put("refused", count(CaseAction.Result.Kind.REFUSED));
        fields.put("notDone", notDone);
        Map<String, Object> became = new LinkedHashMap<>();
        for (ReplayOutcome.Kind kind : ReplayOutcome.Kind.values()) {
            long found =
                    outcomes.stream().filter(outcome -> outcome.kind() == kind).count();
            became.put(
                    kind == ReplayOutcome.Kind.NOT_KNOWN
                            ? "notKnown"
                            : kind.name().toLowerCase(Locale.ROOT),
                    found);
        }
        fields.put("outcomes", outcomes.isEmpty() ? null : became);
        fields.put("more", all() - count(CaseAction.Result.Kind.DONE) > notDone.size());
        return fields;
    }

    /** The error of an incomplete change, with the number of cases done. */
    RuntimeException cut(RuntimeException e) {
        long done = count(CaseAction.Result.Kind.DONE);
        String until = "; " + done + (done == 1 ? " case was" : " cases were")
                + " done before that. Send the request again for the rest.";
        if (done > 0 && e instanceof ProblemException problem) {
            return new ProblemException(problem.status(), problem.title(), problem.getMessage() + until);
        }
        return done > 0 && e instanceof OperationException ? new OperationException(e.getMessage() + until, e) : e;
    }
}
