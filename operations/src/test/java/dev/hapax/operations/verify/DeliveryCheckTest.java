package dev.hapax.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.DeliveryState;
import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.verify.DeliveryFact.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each way in which ledger, receipts, claims and stagings can disagree, and each in which they rightly do. */
class DeliveryCheckTest {

    private static final int SETTLED_AND_APPROVED = DeliveryFact.SETTLED | DeliveryFact.APPROVED;
    private static final long CONTENT = 7;
    private static final long STAGED_AT = 1_000;
    private static final long ENDED_AT = 2_000;

    private final List<DeliveryFact> facts = new ArrayList<>();

    private DeliveryFact fact(Kind kind, long group, long offset, int flags, DeliveryState state, int attempt) {
        return new DeliveryFact(
                new Fingerprint(1, 1),
                kind,
                group,
                offset,
                new PackedPosition((int) group, offset),
                flags,
                state,
                attempt,
                CONTENT,
                kind == Kind.STAGED ? STAGED_AT : ENDED_AT,
                STAGED_AT,
                9);
    }

    private DeliveryFact staged() {
        return fact(Kind.STAGED, 0, 5, 0, DeliveryState.AWAITING_APPROVAL, 0);
    }

    private DeliveryFact state(int flags, DeliveryState state) {
        return fact(Kind.STATE, 0, 50, flags, state, 1);
    }

    private DeliveryFact receipt(long offset, DeliveryState state) {
        return fact(Kind.RECEIPT, 0, offset, DeliveryFact.SIGNED, state, 1);
    }

    private DeliveryFact claim(long offset, int attempt) {
        return fact(Kind.CLAIM, attempt, offset, 0, DeliveryState.CLAIMED, attempt);
    }

    private DeliveryCheck check(DeliveryFact... more) {
        return check(DeliveryCheck.Kept.ALL, more);
    }

    /** As the sorter shows them: rows, in order. */
    private DeliveryCheck check(DeliveryCheck.Kept kept, DeliveryFact... more) {
        facts.addAll(List.of(more));
        List<long[]> rows = new ArrayList<>();
        for (DeliveryFact fact : facts) {
            long[] row = new long[DeliveryFact.WIDTH];
            fact.put(row);
            rows.add(row);
        }
        Comparator<long[]> order = Comparator.comparingLong(row -> row[0]);
        for (int i = 1; i < DeliveryFact.KEYS; i++) {
            int key = i;
            order = order.thenComparingLong(row -> row[key]);
        }
        rows.sort(order);
        DeliveryCheck check = new DeliveryCheck(kept);
        rows.forEach(row -> check.accept(DeliveryFact.of(row)));
        check.end();
        return check;
    }

    private static void assertOnly(DeliveryCheck check, AnomalyName name, String detail) {
        assertThat(check.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.name()).isEqualTo(name);
            assertThat(problem.detail()).contains(detail);
        });
        assertThat(check.problemCounts()).isEqualTo(Map.of(name, 1L));
    }

    @Test
    void shouldKeepFactsInRows() {
        for (Kind kind : Kind.values()) {
            for (DeliveryState state : DeliveryState.values()) {
                DeliveryFact fact = fact(kind, 1L << 40, 1L << 47, 0x7FF, state, Integer.MAX_VALUE);
                long[] row = new long[DeliveryFact.WIDTH];

                fact.put(row);

                assertThat(DeliveryFact.of(row)).isEqualTo(fact);
            }
        }
    }

    @Test
    void shouldFindNothingWrongWithADeliveryThatWasSent() {
        DeliveryCheck check = check(
                staged(),
                state(SETTLED_AND_APPROVED, DeliveryState.SENT),
                claim(60, 1),
                receipt(70, DeliveryState.SENT));

        assertThat(check.problems()).isEmpty();
        assertThat(check.counts()).isEqualTo(new DeliveryCounts(Map.of(DeliveryState.SENT, 1L), 0, 0, 0, 1, 1, 0));
    }

    @Test
    void shouldFindNothingWrongWhileItGoesOn() {
        // The receipt of the end is newer than what was settled, and the next staging is not read yet.
        DeliveryFact unread = fact(Kind.STAGED, 1, 6, DeliveryFact.UNREAD, DeliveryState.AWAITING_APPROVAL, 0);
        DeliveryFact settled = fact(Kind.STATE, 0, 40, SETTLED_AND_APPROVED, DeliveryState.CLAIMED, 1);

        DeliveryCheck check = check(
                staged(),
                unread,
                settled,
                state(DeliveryFact.APPROVED, DeliveryState.SENT),
                receipt(70, DeliveryState.SENT));

        assertThat(check.problems()).isEmpty();
    }

    @Test
    void shouldFindAStagingThatIsNowhere() {
        DeliveryCheck check = check(staged());

        assertOnly(check, AnomalyName.LOST, "neither in the ledger nor refused");
        assertThat(check.counts().lost()).isEqualTo(1);
    }

    @Test
    void shouldAccountForAStagingThatWasRefusedOrIsOnItsWay() {
        assertThat(check(staged(), fact(Kind.REFUSED, 0, 5, 0, DeliveryState.AWAITING_APPROVAL, 0))
                        .counts()
                        .refused())
                .isEqualTo(1);
        facts.clear();
        // Moved to the events topic, where no instance has read it yet.
        DeliveryFact moved =
                fact(Kind.STAGED_AS_EVENT, 1L << 32, 3, DeliveryFact.UNREAD, DeliveryState.AWAITING_APPROVAL, 0);
        DeliveryCheck check = check(staged(), moved);
        assertThat(check.problems()).isEmpty();
        assertThat(check.counts().waiting()).isEqualTo(1);
    }

    @Test
    void shouldNotTakeTheRefusalOfAnotherStagingForThisOne() {
        assertOnly(
                check(staged(), fact(Kind.REFUSED, 0, 6, 0, DeliveryState.AWAITING_APPROVAL, 0)),
                AnomalyName.LOST,
                "neither");
    }

    @Test
    void shouldFindADeliveryThatNobodyStaged() {
        assertOnly(check(state(DeliveryFact.SETTLED, DeliveryState.AWAITING_APPROVAL)), AnomalyName.INVENTED, "nobody");
    }

    @Test
    void shouldFindADeliveryInTwoPartitions() {
        assertOnly(
                check(
                        staged(),
                        fact(Kind.STATE, 0, 1, DeliveryFact.SETTLED, DeliveryState.AWAITING_APPROVAL, 0),
                        fact(Kind.STATE, 1, 1, DeliveryFact.SETTLED, DeliveryState.AWAITING_APPROVAL, 0)),
                AnomalyName.CONFLICTING,
                "two partitions");
    }

    @Test
    void shouldFindASentDeliveryWithoutAValidApproval() {
        assertOnly(
                check(staged(), state(DeliveryFact.SETTLED, DeliveryState.SENT), receipt(70, DeliveryState.SENT)),
                AnomalyName.UNAPPROVED,
                "no approval");
    }

    /** Attempt 1 was stranded, called unsent, and then edited or rejected; and now its worker reports that it was sent. */
    private DeliveryFact[] sentAfterAll(int flagsOfStranding) {
        return new DeliveryFact[] {
            staged(),
            state(DeliveryFact.SETTLED | DeliveryFact.LATE, DeliveryState.SENT),
            claim(60, 1),
            fact(Kind.RECEIPT, 0, 68, DeliveryFact.SIGNED | flagsOfStranding, DeliveryState.STRANDED, 1),
            fact(Kind.RECEIPT, 0, 69, DeliveryFact.SIGNED | DeliveryFact.NAMES_APPROVAL, DeliveryState.REJECTED, 1),
            fact(
                    Kind.RECEIPT,
                    0,
                    70,
                    DeliveryFact.SIGNED | DeliveryFact.LATE | DeliveryFact.NAMES_APPROVAL,
                    DeliveryState.SENT,
                    1)
        };
    }

    @Test
    void shouldKnowTheApprovalOfWhatWasSentBeforeAnEditOrARejection() {
        DeliveryCheck check = check(sentAfterAll(DeliveryFact.NAMES_APPROVAL));

        assertThat(check.problems()).isEmpty();
        assertThat(check.counts().unknown()).isZero();
    }

    @Test
    void shouldFindALateReportOnAnAttemptThatNobodyApproved() {
        assertOnly(check(sentAfterAll(0)), AnomalyName.UNAPPROVED, "late report on attempt 1");
    }

    @Test
    void shouldNotKnowTheApprovalOfALateReportWhoseReceiptsAreGone() {
        DeliveryCheck.Kept fewReceipts =
                new DeliveryCheck.Kept(Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, ENDED_AT + 1);

        DeliveryCheck check = check(
                fewReceipts,
                staged(),
                state(DeliveryFact.SETTLED | DeliveryFact.LATE, DeliveryState.SENT),
                claim(60, 1));

        assertThat(check.problems()).isEmpty();
        assertThat(check.counts().unknown()).isEqualTo(2);
    }

    @Test
    void shouldFindAClaimBeforeAnyApproval() {
        assertOnly(
                check(
                        staged(),
                        state(SETTLED_AND_APPROVED | DeliveryFact.CLAIMED_UNAPPROVED, DeliveryState.CLAIMED),
                        claim(60, 1)),
                AnomalyName.UNAPPROVED,
                "before any approval");
    }

    @Test
    void shouldFindAnAttemptThatWasClaimedTwice() {
        assertOnly(
                check(staged(), state(SETTLED_AND_APPROVED, DeliveryState.CLAIMED), claim(60, 1), claim(61, 1)),
                AnomalyName.DUPLICATED,
                "claimed twice");
    }

    @Test
    void shouldAllowASecondAttempt() {
        DeliveryFact second = fact(Kind.STATE, 0, 50, SETTLED_AND_APPROVED, DeliveryState.SENT, 2);

        assertThat(check(
                                staged(),
                                second,
                                claim(60, 1),
                                claim(61, 2),
                                receipt(69, DeliveryState.APPROVED),
                                receipt(70, DeliveryState.SENT))
                        .problems())
                .isEmpty();
    }

    @Test
    void shouldFindEndsWithoutAReceiptAndWithTwo() {
        assertOnly(check(staged(), state(SETTLED_AND_APPROVED, DeliveryState.SENT)), AnomalyName.LOST, "no receipt");
        facts.clear();
        assertOnly(
                check(
                        staged(),
                        state(SETTLED_AND_APPROVED, DeliveryState.SENT),
                        receipt(70, DeliveryState.SENT),
                        receipt(71, DeliveryState.SENT)),
                AnomalyName.DUPLICATED,
                "2 receipts");
    }

    @Test
    void shouldFindReceiptsAndClaimsOfNoDelivery() {
        assertOnly(check(receipt(70, DeliveryState.SENT)), AnomalyName.INVENTED, "no such delivery");
        facts.clear();
        assertOnly(check(claim(60, 1)), AnomalyName.INVENTED, "no such delivery");
    }

    @Test
    void shouldFindReceiptsThatAreNotSignedOrOfOtherContent() {
        DeliveryFact unsigned = fact(Kind.RECEIPT, 0, 71, 0, DeliveryState.SENT, 1);
        assertOnly(
                check(
                        staged(),
                        state(SETTLED_AND_APPROVED, DeliveryState.SENT),
                        receipt(70, DeliveryState.SENT),
                        unsigned),
                AnomalyName.CHANGED,
                "altered or invented");
        facts.clear();
        DeliveryFact sent = receipt(70, DeliveryState.SENT);
        DeliveryFact other = new DeliveryFact(
                sent.id(), sent.kind(), 0, 70, sent.at(), sent.flags(), sent.state(), 1, CONTENT + 1, ENDED_AT, 0, 9);
        assertOnly(
                check(staged(), state(SETTLED_AND_APPROVED, DeliveryState.SENT), other),
                AnomalyName.CHANGED,
                "another content");
    }

    @Test
    void shouldFindALedgerThatWasTurnedBack() {
        assertOnly(
                check(staged(), state(SETTLED_AND_APPROVED, DeliveryState.APPROVED), receipt(70, DeliveryState.SENT)),
                AnomalyName.CHANGED,
                "a receipt says SENT");
    }

    @Test
    void shouldSayWhatCanNotBeKnown() {
        long later = ENDED_AT + 1;
        DeliveryCheck.Kept little = new DeliveryCheck.Kept(Long.MIN_VALUE, later, later, later, later);

        DeliveryCheck check =
                check(little, staged(), fact(Kind.RECEIPT, 0, 70, DeliveryFact.SIGNED, DeliveryState.SENT, 1));

        assertThat(check.problems()).isEmpty();
        assertThat(check.counts().unknown()).isEqualTo(2);
        facts.clear();
        DeliveryCheck.Kept onlyNewer = new DeliveryCheck.Kept(later, later, later, later, later);
        assertThat(check(onlyNewer, staged()).counts().unknown()).isZero();
    }
}
