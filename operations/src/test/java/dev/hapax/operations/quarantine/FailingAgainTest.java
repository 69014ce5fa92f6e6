package dev.hapax.operations.quarantine;

import static dev.hapax.operations.quarantine.Cases.ID;
import static dev.hapax.operations.quarantine.Cases.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Message;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.CaseAction.Result.Kind;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A failure that nobody has dealt with opens its case, and one that was dealt with stays so. */
class FailingAgainTest {

    private static final int STRETCH = 64 * 3_000_000;
    private static final Instant LATER = NOW.plusSeconds(86_400);
    private static final CaseAction REPLAY = new CaseAction.Replay(null, false);

    private final CaseRules rules = new CaseRules(Cases.SETTINGS, Cases.SOURCES);
    private CaseFile file = CaseFile.empty(ID);

    @Test
    void shouldOpenAnEditedCaseWhenTheReplayOfItsRangeFails() {
        Quarantined first = Cases.of(Cases.message("{\"n\":1}"), Reason.NO_IDENTITY, Phase.INTAKE, 0, 1, NOW);
        Message edited = MessageEdit.patched(first.original(), "{\"id\":\"b\"}");
        apply(new CaseAction.Edit(edited, "diff", "forgotten", false), first);

        Quarantined again = Cases.of(Cases.message("{\"n\":1}"), Reason.NO_IDENTITY, Phase.INTAKE, STRETCH, 1, LATER);

        assertThat(state(first)).isEqualTo(Case.State.REPLAYED);
        assertThat(state(again)).isEqualTo(Case.State.OPEN);
        assertThat(apply(new CaseAction.Drop("not needed"), again).result().kind())
                .isEqualTo(Kind.DONE);
        assertThat(state(again)).isEqualTo(Case.State.DROPPED);
    }

    @Test
    void shouldStayResolvedWhenTheSameFailureIsReadAgain() {
        Quarantined first = Cases.of(Cases.message("{\"n\":1}"), Reason.NO_IDENTITY, Phase.INTAKE, 0, 1, NOW);
        apply(new CaseAction.Drop("not needed"), first);

        Quarantined rewound = Cases.of(Cases.message("{\"n\":1}"), Reason.NO_IDENTITY, Phase.INTAKE, 0, 1, LATER);

        assertThat(state(rewound)).isEqualTo(Case.State.DROPPED);
    }

    @Test
    void shouldOpenTheCaseOfAnotherMessageAtTheSameCoordinates() {
        Quarantined first = Cases.of(Cases.message("{\"n\":1}"), Reason.NO_IDENTITY, Phase.INTAKE, 0, 1, NOW);
        apply(new CaseAction.Assign("bob"), first);
        apply(new CaseAction.Drop("not needed"), first);

        Quarantined other = Cases.of(Cases.message("{\"n\":2}"), Reason.NO_IDENTITY, Phase.INTAKE, 0, 1, LATER);

        assertThat(state(other)).isEqualTo(Case.State.OPEN);
        assertThat(Case.of(Case.Summary.of(other), file).owner()).isNull();
        assertThat(apply(new CaseAction.Drop("this neither"), other).result().kind())
                .isEqualTo(Kind.DONE);
        assertThat(file.history()).hasSize(3);
    }

    @Test
    void shouldRefuseTheOneCaseThatCanNotBeReplayedAnyMore() {
        Quarantined last = Cases.of(Cases.message("{\"id\":\"a\"}"), Reason.CONFLICT, Phase.GUARD, 63, 1, NOW);

        CaseRules.Verdict verdict = apply(REPLAY, last);

        assertThat(verdict.result().kind()).isEqualTo(Kind.REFUSED);
        assertThat(verdict.result().said()).contains("generation 63", "drop it");
    }

    @Test
    void shouldNotReplayWhatTheClassifierWillRefuseAgain() {
        CaseRules failing = new CaseRules(Cases.SETTINGS, Cases.FAILING_SOURCES);
        Quarantined failed =
                Cases.of(Cases.message("{\"id\":\"a\"}"), Reason.CLASSIFIER_FAILED, Phase.CLASSIFY, 0, 1, NOW);

        CaseRules.Verdict refused = failing.apply(REPLAY, failed, file, "ann", NOW);
        CaseRules.Verdict forced = failing.apply(new CaseAction.Replay(null, true), failed, file, "ann", NOW);

        assertThat(refused.result().kind()).isEqualTo(Kind.REFUSED);
        assertThat(refused.result().said()).contains("quarantined again as CLASSIFIER_FAILED", "never decides");
        assertThat(forced.result().kind()).isEqualTo(Kind.DONE);
    }

    @Test
    void shouldHaveCopiesCheckedOfWhatWasNeverAdmitted() {
        assertThat(copyCheck(REPLAY, Reason.INVALID, Phase.INTAKE, 0)).isEqualTo("0-63");
        assertThat(copyCheck(REPLAY, Reason.LATE, Phase.GUARD, 2)).isEqualTo("0-63");
        assertThat(copyCheck(REPLAY, Reason.INVALID, Phase.INTAKE, STRETCH + 1))
                .isEqualTo(STRETCH + "-" + (STRETCH + 63));
        assertThat(copyCheck(REPLAY, Reason.CONFLICT, Phase.GUARD, 0)).isEqualTo("0-63,conflict-accepted");
        assertThat(copyCheck(REPLAY, Reason.CLASSIFIER_FAILED, Phase.CLASSIFY, 0))
                .isNull();
        assertThat(copyCheck(new CaseAction.Replay(null, true), Reason.INVALID, Phase.INTAKE, 0))
                .isNull();
    }

    private @Nullable String copyCheck(CaseAction action, Reason reason, Phase phase, int generation) {
        Quarantined record = Cases.of(Cases.message("{\"id\":\"a\"}"), reason, phase, generation, 1, NOW);
        CaseRules.Verdict verdict = rules.apply(action, record, CaseFile.empty(ID), "ann", NOW);
        return KafkaHeaders.text(
                ReplayFormat.headers(Objects.requireNonNull(verdict.replay()).replay()),
                HeaderNames.PREFIX + "copy-check");
    }

    private Case.State state(Quarantined record) {
        return Case.of(Case.Summary.of(record), file).state();
    }

    private CaseRules.Verdict apply(CaseAction action, Quarantined record) {
        CaseRules.Verdict verdict = rules.apply(action, record, file, "ann", NOW);
        file = verdict.file() == null ? file : verdict.file();
        return verdict;
    }
}
