package dev.hapax.operations.quarantine;

import static dev.hapax.operations.quarantine.Cases.ID;
import static dev.hapax.operations.quarantine.Cases.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Replay;
import dev.hapax.operations.quarantine.CaseAction.Result.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CaseRulesTest {

    private static final CaseAction REPLAY = new CaseAction.Replay(null, false);

    private final CaseRules rules = new CaseRules(Cases.SETTINGS, Cases.SOURCES);
    private CaseFile file = CaseFile.empty(ID);

    @Test
    void shouldReplayTheOriginalUnderTheNextGeneration() {
        Quarantined record = Cases.conflict();

        CaseRules.Verdict verdict = apply(REPLAY, record, "ann");

        CaseRules.Verdict.Outgoing outgoing = Objects.requireNonNull(verdict.replay());
        Replay replay = outgoing.replay();
        assertThat(verdict.result().kind()).isEqualTo(Kind.DONE);
        assertThat(replay.generation()).isEqualTo(1);
        assertThat(replay.attempts()).isEqualTo(1);
        assertThat(replay.original()).isEqualTo(record.original());
        assertThat(outgoing.key()).isEqualTo("a".getBytes(StandardCharsets.UTF_8));
        assertThat(file.state()).isEqualTo(Case.State.REPLAYED);
    }

    @Test
    void shouldRefuseToReplayACaseThatLacksItsPayload() {
        Quarantined record = Cases.of(Reason.TOO_LARGE, "x".repeat(5_000), 1);

        CaseRules.Verdict verdict = apply(new CaseAction.Replay(null, true), record, "ann");

        assertThat(verdict.replay()).isNull();
        assertThat(verdict.result().kind()).isEqualTo(Kind.REFUSED);
        assertThat(verdict.result().said())
                .contains("lacks its value", ID.toString(), "--topic in --from-offset 2:17 --to-offset 2:18");
    }

    @Test
    void shouldReplayACaseThatLacksItsPayloadWithAnotherOne() {
        Quarantined record = Cases.of(Reason.TOO_LARGE, "x".repeat(5_000), 1);
        Message edited = MessageEdit.withValue(record.original(), "{\"id\":\"a\"}".getBytes(StandardCharsets.UTF_8));

        CaseRules.Verdict verdict = apply(new CaseAction.Edit(edited, "shortened", "diff", false), record, "ann");

        assertThat(Objects.requireNonNull(verdict.replay()).replay().original()).isEqualTo(edited);
    }

    @Test
    void shouldRefuseATimestampWhereAFieldHasTheEventTime() {
        CaseRules timed = new CaseRules(Cases.SETTINGS, Cases.TIMED_SOURCES);
        Quarantined record = Cases.of(Reason.INVALID, "{\"id\":\"a\"}", 1);
        Message later = MessageEdit.withTimestamp(record.original(), NOW);
        Message filled = MessageEdit.patched(record.original(), "{\"created\":\"2026-05-05T16:00:00Z\"}");
        Message ahead = MessageEdit.patched(record.original(), "{\"created\":\"2036-05-05T16:00:00Z\"}");

        CaseRules.Verdict refused =
                timed.apply(new CaseAction.Edit(later, "late", "diff", true), record, file, "ann", NOW);
        CaseRules.Verdict edited =
                timed.apply(new CaseAction.Edit(filled, "late", "diff", false), record, file, "ann", NOW);
        CaseRules.Verdict future =
                timed.apply(new CaseAction.Edit(ahead, "late", "diff", false), record, file, "ann", NOW);

        assertThat(refused.replay()).isNull();
        assertThat(refused.result().said()).contains("takes its event time from field /created", "edit the field");
        assertThat(Objects.requireNonNull(edited.replay()).replay().original()).isEqualTo(filled);
        assertThat(future.replay()).isNull();
        assertThat(future.result().said()).contains("ahead of the clock", "edit its field /created");
    }

    @Test
    void shouldNotReplayACaseThatStillHasNoEventTime() {
        CaseRules timed = new CaseRules(Cases.SETTINGS, Cases.TIMED_SOURCES);

        CaseRules.Verdict verdict =
                timed.apply(REPLAY, Cases.of(Reason.INVALID, "{\"id\":\"a\"}", 1), file, "ann", NOW);

        assertThat(verdict.replay()).isNull();
        assertThat(verdict.result().said()).contains("would be quarantined again as INVALID", "/created is missing");
    }

    @Test
    void shouldTellTheSecondOperatorWhoWasFaster() {
        apply(new CaseAction.Drop("a test message"), Cases.conflict(), "ann");

        CaseRules.Verdict late = apply(REPLAY, Cases.conflict(), "bob");

        assertThat(late.replay()).isNull();
        assertThat(late.result().kind()).isEqualTo(Kind.REFUSED);
        assertThat(late.result().said()).contains("dropped", "ann", "a test message");
    }

    @Test
    void shouldReplayOnceWhenItIsToldTwice() {
        apply(REPLAY, Cases.conflict(), "ann");

        CaseRules.Verdict again = apply(REPLAY, Cases.conflict(), "ann");

        assertThat(again.replay()).isNull();
        assertThat(again.result().kind()).isEqualTo(Kind.ALREADY);
    }

    @Test
    void shouldOpenACaseAnewWhenItsMessageFailsAgain() {
        apply(REPLAY, Cases.conflict(), "ann");

        CaseRules.Verdict second = apply(REPLAY, Cases.of(Reason.CONFLICT, "{\"id\":\"a\"}", 2), "ann");

        assertThat(Objects.requireNonNull(second.replay()).replay().generation())
                .isEqualTo(2);
    }

    @Test
    void shouldParkWhatHasFailedTooOften() {
        Quarantined exhausted = Cases.of(Reason.RETRIES_EXHAUSTED, "{\"id\":\"a\"}", 4);

        CaseRules.Verdict refused = apply(REPLAY, exhausted, "ann");
        CaseRules.Verdict forced = apply(new CaseAction.Replay("mended", true), exhausted, "ann");

        assertThat(Case.of(Case.Summary.of(exhausted), CaseFile.empty(ID)).state())
                .isEqualTo(Case.State.PARKED);
        assertThat(refused.result().said()).contains("parked", "quarantine.max-attempts is 3", "--force");
        assertThat(forced.result().kind()).isEqualTo(Kind.DONE);
    }

    @Test
    void shouldNotReplayWhatWouldFailAgain() {
        CaseRules.Verdict verdict = apply(REPLAY, Cases.of(Reason.UNREADABLE, "{broken", 1), "ann");

        assertThat(verdict.result().kind()).isEqualTo(Kind.REFUSED);
        assertThat(verdict.result().said()).contains("UNREADABLE", "edit it, or --force");
    }

    @Test
    void shouldNotReplayIntoTheFuture() {
        Message early = MessageEdit.withTimestamp(Cases.message("{\"id\":\"a\"}"), NOW.plusSeconds(86_400));

        CaseRules.Verdict verdict = apply(REPLAY, Cases.of(early, Reason.IN_THE_FUTURE, 1), "ann");

        assertThat(verdict.result().said()).contains("ahead of the clock", "--timestamp");
    }

    @Test
    void shouldReplayTheEditedMessageByItsNewIdentity() {
        Quarantined record = Cases.of(Reason.NO_IDENTITY, "{\"n\":1}", 1);
        Message edited = MessageEdit.patched(record.original(), "{\"id\":\"b\"}");
        String diff = MessageEdit.diff(record.original(), edited);

        CaseRules.Verdict verdict =
                apply(new CaseAction.Edit(edited, diff, "the producer forgot it", false), record, "ann");

        assertThat(Objects.requireNonNull(verdict.replay()).key()).isEqualTo("b".getBytes(StandardCharsets.UTF_8));
        assertThat(file.history()).singleElement().satisfies(change -> {
            assertThat(change.actor()).isEqualTo("ann");
            assertThat(change.detail()).contains("+  \"id\" : \"b\"");
        });
    }

    @Test
    void shouldRememberOwnerAndNotes() {
        apply(new CaseAction.Assign("bob"), Cases.conflict(), "ann");
        apply(new CaseAction.Note("asked the producer"), Cases.conflict(), "bob");
        CaseRules.Verdict again = apply(new CaseAction.Assign("bob"), Cases.conflict(), "ann");

        assertThat(file.owner()).isEqualTo("bob");
        assertThat(Case.of(Case.Summary.of(Cases.conflict()), file).state()).isEqualTo(Case.State.ASSIGNED);
        assertThat(file.history()).hasSize(2);
        assertThat(again.result().kind()).isEqualTo(Kind.ALREADY);
    }

    @Test
    void shouldLeaveAResolvedCaseResolvedWhenANoteIsAdded() {
        apply(new CaseAction.Drop("done"), Cases.conflict(), "ann");
        apply(new CaseAction.Note("for the record"), Cases.conflict(), "bob");

        assertThat(Case.of(Case.Summary.of(Cases.conflict()), file).state()).isEqualTo(Case.State.DROPPED);
    }

    private CaseRules.Verdict apply(CaseAction action, Quarantined record, String actor) {
        CaseRules.Verdict verdict = rules.apply(action, record, file, actor, NOW);
        file = verdict.file() == null ? file : verdict.file();
        return verdict;
    }
}
