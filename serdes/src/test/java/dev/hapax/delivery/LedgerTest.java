package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.DeliveryEvent.Bounced;
import dev.hapax.delivery.DeliveryEvent.CancelRequested;
import dev.hapax.delivery.DeliveryEvent.Claimed;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.Edited;
import dev.hapax.delivery.DeliveryEvent.LeaseEnded;
import dev.hapax.delivery.DeliveryEvent.Postponed;
import dev.hapax.delivery.DeliveryEvent.Reconciled;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.DeliveryEvent.Reviewed;
import dev.hapax.delivery.DeliveryEvent.Staged;
import dev.hapax.delivery.DeliveryEvent.Stopped;
import dev.hapax.delivery.Transition.Effect;
import dev.hapax.wire.DeliveryFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every state meets every event. The table of what happens then is a golden file: read it before you change it. */
class LedgerTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final Duration RETENTION = Duration.ofDays(90);
    private static final long LEASE = 60_000;
    private static final long SOCKET = 30_000;
    private static final Draft DRAFT = draft("aa");

    private final Ledger ledger = new Ledger(
            new Ledger.Limits(3, Duration.ofSeconds(10), Duration.ofMinutes(5), RETENTION),
            (delivery, approval) -> approval.by().equals("stranger") ? "its key is unknown" : null,
            NOW - Duration.ofDays(1).toMillis());

    /** For a target that ignores repeated ids for a day. */
    private final Ledger idempotent = new Ledger(
            new Ledger.Limits(
                    3, Duration.ofSeconds(10), Duration.ofMinutes(5), RETENTION, Map.of("mail", Duration.ofDays(1))),
            (delivery, approval) -> approval.by().equals("stranger") ? "its key is unknown" : null,
            NOW - Duration.ofDays(1).toMillis());

    @Test
    void shouldHaveAnAnswerForEveryStateAndEvent() throws Exception {
        StringBuilder table = new StringBuilder();
        events().forEach((name, event) -> {
            table.append(name).append('\n');
            row(table, "-", ledger.on("d", null, event, NOW));
            for (DeliveryState state : DeliveryState.values()) {
                row(table, state.name(), ledger.on("d", inState(state), event, NOW));
            }
        });
        table.append("reported SENT, earlier attempt\n");
        for (DeliveryState state : DeliveryState.values()) {
            Delivery later = inState(state).nextAttempt();
            row(table, state.name(), ledger.on("d", later, report(1, Result.SENT, "w1"), NOW));
        }
        table.append("(its timer has passed)\n");
        for (DeliveryState state : DeliveryState.values()) {
            row(table, state.name(), ledger.onTimer(inState(state).withTimer(NOW), true, NOW));
        }
        table.append("\nWITH A TARGET THAT IGNORES REPEATED IDS\n");
        Map<String, Delivery> doubtful = doubtful();
        events(1).keySet().forEach(name -> {
            table.append(name).append('\n');
            doubtful.forEach((state, delivery) -> row(
                    table,
                    state,
                    idempotent.on(
                            "d",
                            delivery,
                            Objects.requireNonNull(events(delivery.attempt()).get(name)),
                            NOW + SOCKET)));
        });
        table.append("(its timer has passed)\n");
        doubtful.forEach((state, delivery) ->
                row(table, state, idempotent.onTimer(delivery.withTimer(NOW), true, NOW + SOCKET)));

        golden("delivery-transitions.txt", table.toString());
    }

    @Test
    void shouldLeaveARefusedEventWithoutTraceButInTheHistory() {
        for (DeliveryState state : DeliveryState.values()) {
            Delivery before = inState(state);
            events().forEach((name, event) -> {
                Transition transition = ledger.on("d", before, event, NOW);
                if (transition.refused() != null) {
                    Delivery after = Objects.requireNonNull(transition.delivery());
                    assertThat(withoutHistory(after))
                            .as("%s in %s", name, state)
                            .isEqualTo(withoutHistory(before));
                }
            });
        }
    }

    @Test
    void shouldBecomeDueOnlyWithAPlaceAndBeforeItsDeadline() {
        Delivery approved = inState(DeliveryState.APPROVED);

        assertThat(state(ledger.onTimer(approved, false, NOW))).isEqualTo(DeliveryState.APPROVED);
        assertThat(ledger.onTimer(approved, true, NOW).effects()).containsExactly(Effect.DUE);
        assertThat(state(ledger.onTimer(approved, true, approved.deadline()))).isEqualTo(DeliveryState.EXPIRED);
    }

    @Test
    void shouldBeRefusedWhenEveryAttemptHasFailed() {
        Delivery delivery = inState(DeliveryState.CLAIMED);
        for (int attempt = 1; attempt <= 3; attempt++) {
            delivery = after(delivery, report(delivery.attempt(), Result.NOT_SENT, "w1"), NOW);
            if (attempt < 3) {
                assertThat(delivery.state()).isEqualTo(DeliveryState.APPROVED);
                assertThat(delivery.timer()).as("backoff").isEqualTo(NOW + 10_000L * attempt);
                delivery = Objects.requireNonNull(
                        ledger.onTimer(delivery, true, delivery.timer()).delivery());
                delivery = after(delivery, claim(delivery.attempt()), NOW);
            }
        }
        assertThat(delivery.state()).isEqualTo(DeliveryState.REFUSED);
    }

    @Test
    void shouldNotCountAReturnedAttempt() {
        Delivery returned = after(inState(DeliveryState.CLAIMED), report(1, Result.RETURNED, "w1"), NOW);

        assertThat(returned.state()).isEqualTo(DeliveryState.APPROVED);
        assertThat(returned.failures()).isZero();
        assertThat(returned.timer()).isEqualTo(NOW);
    }

    @Test
    void shouldPostponeForLongerEachTimeWithoutCountingAnAttempt() {
        Delivery delivery = inState(DeliveryState.DUE);
        long now = NOW;
        for (long pause : new long[] {10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000}) {
            delivery = after(delivery, new Postponed(delivery.attempt(), "w1", "the channel is down"), now);

            assertThat(delivery.state()).isEqualTo(DeliveryState.APPROVED);
            assertThat(delivery.failures()).isZero();
            assertThat(delivery.timer()).isEqualTo(now + pause);
            now = delivery.timer();
            delivery =
                    Objects.requireNonNull(ledger.onTimer(delivery, true, now).delivery());
        }
        delivery = after(delivery, claim(delivery.attempt()), now);
        delivery = after(delivery, report(delivery.attempt(), Result.RETURNED, "w1"), now);
        delivery = Objects.requireNonNull(ledger.onTimer(delivery, true, now).delivery());
        delivery = after(delivery, new Postponed(delivery.attempt(), "w1", "the channel is down"), now);
        assertThat(delivery.timer()).as("a new row of postponements").isEqualTo(now + 10_000);
    }

    @Test
    void shouldEndWhatWasCancelledInsteadOfPostponingIt() {
        Delivery cancelled = after(inState(DeliveryState.DUE), new CancelRequested("ann", "typo"), NOW);

        Transition postponed = ledger.on("d", cancelled, new Postponed(1, "w1", "the channel is down"), NOW);

        assertThat(state(postponed)).isEqualTo(DeliveryState.CANCELLED);
    }

    @Test
    void shouldDecideOnAnEndedLeaseOnlyBehindTheReportsInTheLog() {
        Delivery claimed = inState(DeliveryState.CLAIMED);
        Transition ended = ledger.onTimer(claimed, true, claimed.timer());
        Delivery waiting = Objects.requireNonNull(ended.delivery());

        assertThat(ended.effects()).containsExactly(Effect.LEASE_ENDED);
        assertThat(waiting.state()).isEqualTo(DeliveryState.CLAIMED);

        Delivery sent = after(waiting, report(1, Result.SENT, "w1"), NOW + LEASE);
        assertThat(state(ledger.on("d", sent, new LeaseEnded(1), NOW + LEASE))).isEqualTo(DeliveryState.SENT);
    }

    @Test
    void shouldStartTheLeaseAnewForALedgerThatHasJustTakenOver() {
        Ledger successor = new Ledger(
                new Ledger.Limits(3, Duration.ofSeconds(10), Duration.ofMinutes(5), RETENTION),
                (delivery, approval) -> null,
                NOW + Duration.ofHours(1).toMillis());
        long byItsClock = NOW + Duration.ofHours(1).toMillis() + 1;

        Transition early = successor.onTimer(inState(DeliveryState.CLAIMED), true, byItsClock);
        Transition reconciled =
                successor.on("d", inState(DeliveryState.STRANDED), reconcile(1, Resolution.NOT_SENT), byItsClock);

        assertThat(early.effects()).isEmpty();
        assertThat(Objects.requireNonNull(early.delivery()).timer()).isEqualTo(byItsClock - 1 + LEASE);
        assertThat(reconciled.refused()).contains("may still accept");
    }

    @Test
    void shouldEndAsSentWhenAnAttemptThatAPersonCalledUnsentWasSent() {
        Delivery again = after(inState(DeliveryState.STRANDED), reconcile(1, Resolution.NOT_SENT), NOW);
        Delivery due = Objects.requireNonNull(ledger.onTimer(again, true, NOW).delivery());
        Transition late = ledger.on("d", due, report(1, Result.SENT, "w1"), NOW);
        Delivery stopping = Objects.requireNonNull(late.delivery());

        assertThat(late.effects()).containsExactly(Effect.STOP);
        assertThat(state(ledger.on("d", stopping, stop(2, DeliveryState.CANCELLED), NOW)))
                .isEqualTo(DeliveryState.SENT);
    }

    @Test
    void shouldNotRetryWhatAPersonCancelledTooLateToBeSure() {
        Delivery cancelling = after(inState(DeliveryState.DUE), new CancelRequested("ann", "typo"), NOW);
        Delivery claimed = after(cancelling, claim(1), NOW);

        assertThat(state(ledger.on("d", claimed, report(1, Result.NOT_SENT, "w1"), NOW)))
                .isEqualTo(DeliveryState.CANCELLED);
    }

    @Test
    void shouldBoundTheHistory() {
        Delivery delivery = inState(DeliveryState.SENT);
        for (int i = 0; i < 1_000; i++) {
            delivery = after(delivery, new CancelRequested("ann", "again " + i), NOW + i);
        }
        assertThat(delivery.history()).hasSize(Delivery.MOST_ENTRIES);
        assertThat(delivery.history().get(0).what()).isEqualTo("staged");
        assertThat(delivery.history().get(Delivery.MOST_ENTRIES - 1).time()).isEqualTo(NOW + 999);
    }

    @Test
    void shouldSurviveTheWire() {
        for (DeliveryState state : DeliveryState.values()) {
            Delivery delivery = inState(state);
            assertThat(DeliveryFormat.readDelivery(DeliveryFormat.write(delivery)))
                    .isEqualTo(delivery);
        }
        events().forEach((name, event) -> assertThat(DeliveryFormat.readEvent(DeliveryFormat.write(event)))
                .as(name)
                .isEqualTo(event));
    }

    /** Where a delivery can be from the moment at which the first attempt has an unknown outcome. */
    private Map<String, Delivery> doubtful() {
        Delivery first = inState(DeliveryState.CLAIMED);
        Delivery again = Objects.requireNonNull(
                idempotent.on("d", first, report(1, Result.UNKNOWN, "w1"), NOW).delivery());
        Delivery due = Objects.requireNonNull(
                idempotent.onTimer(again, true, again.timer()).delivery());
        Delivery claimed =
                Objects.requireNonNull(idempotent.on("d", due, claim(2), NOW).delivery());
        Delivery stranded = Objects.requireNonNull(idempotent
                .on("d", claimed, report(2, Result.REFUSED, "w1"), NOW)
                .delivery());
        Map<String, Delivery> all = new LinkedHashMap<>();
        all.put("CLAIMED, first", first);
        all.put("APPROVED, in doubt", again);
        all.put("DUE, in doubt", due);
        all.put("CLAIMED, in doubt", claimed);
        all.put("STRANDED, in doubt", stranded);
        return all;
    }

    @Test
    void shouldRetryAnUnknownOutcomeOnlyWhileTheTargetRemembersTheId() {
        Delivery claimed = inState(DeliveryState.CLAIMED);
        long due = NOW - Duration.ofHours(1).toMillis();
        long last = due + Duration.ofDays(1).toMillis() - LEASE - SOCKET;

        Delivery again = Objects.requireNonNull(
                idempotent.on("d", claimed, new LeaseEnded(1), NOW).delivery());
        assertThat(again.state()).isEqualTo(DeliveryState.APPROVED);
        assertThat(again.deadline()).as("no claim after this").isEqualTo(last);
        assertThat(again.timer())
                .as("the first request may still be on its way")
                .isEqualTo(NOW + SOCKET);
        assertThat(state(idempotent.onTimer(again, true, last - 1))).isEqualTo(DeliveryState.DUE);
        assertThat(state(idempotent.onTimer(again, true, last))).isEqualTo(DeliveryState.STRANDED);
        assertThat(state(idempotent.on("d", claimed, new LeaseEnded(1), last - SOCKET)))
                .as("too late for another attempt")
                .isEqualTo(DeliveryState.STRANDED);
        assertThat(state(ledger.onTimer(again, true, NOW + SOCKET)))
                .as("the window was taken out of the configuration")
                .isEqualTo(DeliveryState.STRANDED);
    }

    @Test
    void shouldSendAgainWithoutTheWindowWhenAPersonCallsADoubtfulDeliveryUnsent() {
        Delivery stranded = Objects.requireNonNull(doubtful().get("STRANDED, in doubt"));

        Delivery again = Objects.requireNonNull(idempotent
                .on("d", stranded, reconcile(2, Resolution.NOT_SENT), NOW + SOCKET)
                .delivery());

        assertThat(again.state()).isEqualTo(DeliveryState.APPROVED);
        assertThat(again.inDoubt()).isFalse();
        assertThat(again.deadline()).isEqualTo(NOW + Duration.ofDays(1).toMillis());
    }

    @Test
    void shouldNotSendAgainWhatWasCancelledInDoubtAndThenFoundUnsent() {
        Delivery again = Objects.requireNonNull(doubtful().get("APPROVED, in doubt"));

        Delivery cancelled = Objects.requireNonNull(idempotent
                .on("d", again, new CancelRequested("ann", "typo"), NOW)
                .delivery());
        assertThat(cancelled.state()).isEqualTo(DeliveryState.STRANDED);
        assertThat(state(idempotent.on("d", cancelled, reconcile(1, Resolution.NOT_SENT), NOW + SOCKET)))
                .isEqualTo(DeliveryState.CANCELLED);
    }

    @Test
    void shouldSuppressOnlyAtTheFirstHardBounce() {
        Delivery sent = inState(DeliveryState.SENT);
        Delivery delayed = after(sent, bounce("a@example.com", Bounce.Action.DELAYED, "4.4.1"), NOW);
        Transition first = ledger.on("d", delayed, bounce("a@example.com", Bounce.Action.FAILED, "5.1.1"), NOW);
        Delivery bounced = Objects.requireNonNull(first.delivery());
        Transition second = ledger.on("d", bounced, bounce("a@example.com", Bounce.Action.FAILED, "5.2.1"), NOW + 1);
        Transition third = ledger.on("d", bounced, bounce("a@example.com", Bounce.Action.DELAYED, "4.2.1"), NOW + 1);

        assertThat(delayed.bounce()).isEqualTo(new Bounce(Bounce.Kind.SOFT, "4.4.1", "550 no such user", NOW));
        assertThat(first.effects()).containsExactly(Effect.SUPPRESS);
        assertThat(bounced.bounce()).isEqualTo(new Bounce(Bounce.Kind.HARD, "5.1.1", "550 no such user", NOW));
        assertThat(bounced.state()).isEqualTo(DeliveryState.SENT);
        assertThat(bounced.timer()).as("its retention").isEqualTo(sent.timer());
        assertThat(second.effects()).isEmpty();
        assertThat(second.refused()).isNull();
        assertThat(Objects.requireNonNull(second.delivery()).bounce()).isEqualTo(bounced.bounce());
        assertThat(Objects.requireNonNull(third.delivery()).bounce()).isEqualTo(bounced.bounce());
    }

    @Test
    void shouldChangeNothingWhenABounceIsReadAgain() {
        DeliveryEvent event = bounce("a@example.com", Bounce.Action.FAILED, "5.1.1");
        Delivery bounced = after(inState(DeliveryState.SENT), event, NOW);

        Transition again = ledger.on("d", bounced, event, NOW + 1);

        assertThat(again.refused()).isEqualTo("the same bounce was recorded before");
        assertThat(again.delivery()).isEqualTo(bounced);
        assertThat(again.effects()).isEmpty();
    }

    @Test
    void shouldKeepItsHistoryWhateverStrangersReport() {
        Delivery delivery = inState(DeliveryState.SENT);
        List<Delivery.Entry> before = delivery.history();
        for (int i = 0; i < 200; i++) {
            DeliveryEvent soft = new Bounced(
                    "a@example.com", null, Bounce.Action.DELAYED, "4.4.1", "try " + i, "mx.example.com", "dsn-0@" + i);
            delivery = after(delivery, soft, NOW);
            delivery = after(delivery, bounce("eve@example.com", Bounce.Action.FAILED, "5.1.1"), NOW);
        }

        assertThat(delivery.history()).hasSize(before.size() + 10).startsWith(before.toArray(Delivery.Entry[]::new));
        Transition hard = ledger.on("d", delivery, bounce("a@example.com", Bounce.Action.FAILED, "5.1.1"), NOW);
        assertThat(hard.effects()).as("a real one counts all the same").containsExactly(Effect.SUPPRESS);
    }

    @Test
    void shouldSuppressWhenTheBounceOvertookTheReportOfTheWorker() {
        DeliveryEvent hard = bounce("a@example.com", Bounce.Action.FAILED, "5.1.1");
        Delivery early = after(inState(DeliveryState.CLAIMED), hard, NOW);

        assertThat(early.state()).isEqualTo(DeliveryState.CLAIMED);
        assertThat(ledger.on("d", early, hard, NOW).effects()).isEmpty();
        assertThat(ledger.on("d", early, report(1, Result.SENT, "w1"), NOW).effects())
                .containsExactlyInAnyOrder(Effect.RECEIPT, Effect.SUPPRESS);
        assertThat(after(early, report(1, Result.NOT_SENT, "w1"), NOW).bounce())
                .as("claimed of an attempt that was not sent")
                .isNull();
    }

    @Test
    void shouldKnowTheRecipientByTheAddressThatTheMailWasSentTo() {
        Delivery sent = inState(DeliveryState.SENT);

        assertThat(ledger.on("d", sent, bounce("A@EXAMPLE.com", Bounce.Action.FAILED, "5.1.1"), NOW)
                        .effects())
                .containsExactly(Effect.SUPPRESS);
        Bounced forwarded = new Bounced(
                "box7@inside.example.com", "a@example.com", Bounce.Action.FAILED, "5.1.1", "", "mx", "dsn-0@1");
        assertThat(ledger.on("d", sent, forwarded, NOW).effects()).containsExactly(Effect.SUPPRESS);
    }

    @Test
    void shouldAnswerWhateverARecipientLooksLike() {
        Delivery sent = inState(DeliveryState.SENT);
        Random random = new Random(11);
        for (int round = 0; round < 5_000; round++) {
            String domain = random.ints(random.nextInt(80), 1, round % 2 == 0 ? 0x7f : 0x10fff)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            Transition transition = ledger.on("d", sent, bounce("ann@" + domain, Bounce.Action.FAILED, "5.1.1"), NOW);

            assertThat(transition.refused()).as("round %d", round).contains("another recipient");
        }
    }

    private static Bounced bounce(String recipient, Bounce.Action action, String status) {
        return new Bounced(recipient, null, action, status, "550 no such user", "mx.example.com", "dsn-0@12");
    }

    private static Map<String, DeliveryEvent> events() {
        return events(1);
    }

    private static Map<String, DeliveryEvent> events(int attempt) {
        Map<String, DeliveryEvent> events = new LinkedHashMap<>();
        events.put("staged, same content", new Staged(DRAFT));
        events.put("staged, other content", new Staged(draft("bb")));
        events.put("edited", new Edited(draft("bb"), "ann"));
        events.put("approved", new Reviewed(approval(true, "bob", "aa")));
        events.put("approved, other content", new Reviewed(approval(true, "bob", "bb")));
        events.put("approved, key unknown", new Reviewed(approval(true, "stranger", "aa")));
        events.put("rejected", new Reviewed(approval(false, "bob", "aa")));
        events.put("cancel requested", new CancelRequested("ann", "typo"));
        events.put("claimed", claim(attempt));
        events.put("claimed, other attempt", claim(attempt + 1));
        events.put("stopped as suppressed", stop(attempt, DeliveryState.SUPPRESSED));
        events.put("postponed", new Postponed(attempt, "w1", "the channel is down"));
        events.put("postponed, other attempt", new Postponed(attempt + 1, "w1", "the channel is down"));
        for (Result result : Result.values()) {
            events.put("reported " + result, report(attempt, result, "w1"));
        }
        events.put("reported SENT, attempt never made", report(0, Result.SENT, "w1"));
        events.put("reported RETURNED, other worker", report(attempt, Result.RETURNED, "w2"));
        events.put("lease ended", new LeaseEnded(attempt));
        events.put("lease ended, earlier attempt", new LeaseEnded(attempt - 1));
        for (Resolution resolution : Resolution.values()) {
            events.put("reconciled as " + resolution, reconcile(attempt, resolution));
        }
        events.put("bounced for good", bounce("a@example.com", Bounce.Action.FAILED, "5.1.1"));
        events.put("bounced for now", bounce("a@example.com", Bounce.Action.DELAYED, "4.4.1"));
        events.put("reported as relayed", bounce("a@example.com", Bounce.Action.RELAYED, "2.0.0"));
        events.put("bounced, other recipient", bounce("eve@example.com", Bounce.Action.FAILED, "5.1.1"));
        return events;
    }

    /** As a delivery gets there, an hour before now. */
    private Delivery inState(DeliveryState state) {
        long then = NOW - Duration.ofHours(1).toMillis();
        Delivery staged = after(null, new Staged(DRAFT), then);
        Delivery approved = after(staged, new Reviewed(approval(true, "bob", "aa")), then);
        Delivery due =
                Objects.requireNonNull(ledger.onTimer(approved, true, then).delivery());
        // Claimed just now, so that its lease has not ended.
        Delivery claimed = after(due, claim(1), NOW);
        Delivery stranded = after(after(due, claim(1), then), report(1, Result.UNKNOWN, "w1"), then);
        return switch (state) {
            case AWAITING_APPROVAL -> staged;
            case APPROVED -> approved;
            case DUE -> due;
            case CLAIMED -> claimed;
            case STRANDED -> stranded;
            case SENT -> after(claimed, report(1, Result.SENT, "w1"), then);
            case REFUSED -> after(claimed, report(1, Result.REFUSED, "w1"), then);
            case REJECTED -> after(staged, new Reviewed(approval(false, "bob", "aa")), then);
            case EXPIRED, SUPPRESSED -> after(due, stop(1, state), then);
            case CANCELLED -> after(staged, new CancelRequested("ann", "typo"), then);
            case ABANDONED -> after(stranded, reconcile(1, Resolution.ABANDONED), then);
        };
    }

    private Delivery after(@Nullable Delivery delivery, DeliveryEvent event, long now) {
        return Objects.requireNonNull(ledger.on("d", delivery, event, now).delivery());
    }

    private static DeliveryState state(Transition transition) {
        return Objects.requireNonNull(transition.delivery()).state();
    }

    private static Delivery withoutHistory(Delivery delivery) {
        return new Delivery(
                delivery.id(),
                delivery.draft(),
                delivery.state(),
                delivery.attempt(),
                delivery.failures(),
                delivery.since(),
                delivery.timer(),
                delivery.approval(),
                delivery.claim(),
                delivery.stopAs(),
                List.of());
    }

    private static Draft draft(String sha256) {
        return new Draft(
                "mail",
                "a@example.com",
                sha256,
                9,
                "ann",
                null,
                0.5,
                0,
                NOW + Duration.ofDays(7).toMillis());
    }

    private static Approval approval(boolean approved, String by, String sha256) {
        return new Approval(
                approved,
                by,
                sha256,
                "a@example.com",
                NOW,
                NOW + Duration.ofDays(1).toMillis(),
                "fine",
                null,
                null);
    }

    private static Claimed claim(int attempt) {
        return new Claimed(attempt, "w1", LEASE, SOCKET);
    }

    private static Stopped stop(int attempt, DeliveryState state) {
        return new Stopped(attempt, state, "w1", "opted out");
    }

    private static Reported report(int attempt, Result result, String worker) {
        return new Reported(attempt, result, worker, "evidence");
    }

    private static Reconciled reconcile(int attempt, Resolution resolution) {
        return new Reconciled(attempt, resolution, "carol", "the server's log");
    }

    static void row(StringBuilder table, String from, Transition transition) {
        Delivery delivery = transition.delivery();
        String to = delivery == null ? "-" : delivery.state().name();
        table.append("    %-18s ".formatted(from));
        table.append(
                transition.refused() == null
                        ? "→ " + to + (transition.effects().isEmpty() ? "" : " " + transition.effects())
                        : "refused: " + transition.refused()
                                + (transition.effects().isEmpty() ? "" : " " + transition.effects()));
        table.append('\n');
    }

    static void golden(String name, String actual) throws IOException {
        Files.writeString(Path.of("target", name), actual);
        try (var in = LedgerTest.class.getResourceAsStream("/golden/" + name)) {
            String expected = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(actual).as("target/%s, if the change is wanted", name).isEqualTo(expected);
        }
    }
}
