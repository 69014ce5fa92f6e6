package dev.hapax.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.DeliveryEvent.CancelRequested;
import dev.hapax.delivery.DeliveryEvent.Claimed;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.Edited;
import dev.hapax.delivery.DeliveryEvent.Held;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryEvent.Reconciled;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Resolution;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.DeliveryEvent.Reviewed;
import dev.hapax.delivery.DeliveryEvent.Staged;
import dev.hapax.delivery.DeliveryEvent.Stopped;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is special about the deliveries of a campaign, in every state. The table is a golden file: read it before you change it. */
class CampaignTransitionsTest {

    private static final long NOW = 1_800_000_000_000L;
    private static final InCampaign SPRING = new InCampaign("spring", 1);

    private final Ledger ledger = new Ledger(
            new Ledger.Limits(3, Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofDays(90)),
            (delivery, approval) -> null,
            NOW - Duration.ofDays(1).toMillis());

    @Test
    void shouldHaveAnAnswerForEveryState() throws Exception {
        Map<String, Function<Delivery, Transition>> events = new LinkedHashMap<>();
        events.put("held", delivery -> ledger.on("d", delivery, new Held(1, "w1", "campaign spring is PAUSED"), NOW));
        events.put("held, other attempt", delivery -> ledger.on("d", delivery, new Held(2, "w1", "late"), NOW));
        events.put("edited", delivery -> ledger.on("d", delivery, new Edited(draft(SPRING), "ann"), NOW));
        events.put("approved by a person", delivery -> ledger.on("d", delivery, new Reviewed(byBob(true)), NOW));
        events.put("rejected by a person", delivery -> ledger.on("d", delivery, new Reviewed(byBob(false)), NOW));
        events.put("approved by a policy", delivery -> ledger.onPolicy(delivery, byCampaign("spring"), NOW));
        events.put("approved with its campaign", delivery -> ledger.onCampaign(delivery, byCampaign("spring"), NOW));
        events.put("approved with another campaign", delivery -> ledger.onCampaign(delivery, byCampaign("may"), NOW));
        events.put("put back in the queue", delivery -> ledger.requeued(delivery, "it is PAUSED", NOW));
        events.put("its campaign is cancelled", delivery -> ledger.onCampaignCancelled(delivery, "ann", "typo", NOW));
        StringBuilder table = new StringBuilder();
        events.forEach((name, event) -> {
            table.append(name).append('\n');
            for (DeliveryState state : DeliveryState.values()) {
                LedgerTest.row(table, state.name(), event.apply(inState(state, SPRING)));
            }
        });
        table.append("OF NO CAMPAIGN: held\n");
        for (DeliveryState state : DeliveryState.values()) {
            Transition held = ledger.on("d", inState(state, null), new Held(1, "w1", "forged"), NOW);
            LedgerTest.row(table, state.name(), held);
        }

        LedgerTest.golden("campaign-delivery-transitions.txt", table.toString());
    }

    @Test
    void shouldNeedANewApprovalByItsCampaignWhenItIsBackInTheQueue() {
        Delivery due = inState(DeliveryState.DUE, SPRING);

        Delivery held = Objects.requireNonNull(ledger.on("d", due, new Held(1, "w1", "campaign spring is PAUSED"), NOW)
                .delivery());

        assertThat(held.approval()).isNull();
        assertThat(held.failures()).isZero();
        assertThat(held.attempt()).as("so that a late claim of it does not fit").isEqualTo(1);
        Transition lateClaim = ledger.on("d", held, new Claimed(1, "w2", 1_000, 1_000), NOW);
        assertThat(lateClaim.refused()).isEqualTo("it is AWAITING_APPROVAL");
    }

    @Test
    void shouldEndWhatWasCancelledWhenItIsHeld() {
        Delivery cancelling = after(inState(DeliveryState.DUE, SPRING), new CancelRequested("ann", "typo"));

        assertThat(after(cancelling, new Held(1, "w1", "campaign spring is PAUSED"))
                        .state())
                .isEqualTo(DeliveryState.CANCELLED);
    }

    private Delivery inState(DeliveryState state, @Nullable InCampaign campaign) {
        Delivery staged = Objects.requireNonNull(
                ledger.on("d", null, new Staged(draft(campaign)), NOW).delivery());
        Delivery approved = Objects.requireNonNull(
                campaign == null
                        ? after(staged, new Reviewed(byBob(true)))
                        : ledger.onCampaign(staged, byCampaign("spring"), NOW).delivery());
        Delivery due =
                Objects.requireNonNull(ledger.onTimer(approved, true, NOW).delivery());
        Delivery claimed = after(due, new Claimed(1, "w1", 60_000, 30_000));
        Delivery stranded = after(claimed, new Reported(1, Result.UNKNOWN, "w1", "evidence"));
        return switch (state) {
            case AWAITING_APPROVAL -> staged;
            case APPROVED -> approved;
            case DUE -> due;
            case CLAIMED -> claimed;
            case STRANDED -> stranded;
            case SENT -> after(claimed, new Reported(1, Result.SENT, "w1", "250"));
            case REFUSED -> after(claimed, new Reported(1, Result.REFUSED, "w1", "550"));
            case REJECTED -> after(staged, new Reviewed(byBob(false)));
            case EXPIRED, SUPPRESSED -> after(due, new Stopped(1, state, "w1", "opted out"));
            case CANCELLED -> after(staged, new CancelRequested("ann", "typo"));
            case ABANDONED -> after(stranded, new Reconciled(1, Resolution.ABANDONED, "carol", "log"));
        };
    }

    private Delivery after(Delivery delivery, DeliveryEvent event) {
        return Objects.requireNonNull(ledger.on("d", delivery, event, NOW).delivery());
    }

    private static Draft draft(@Nullable InCampaign campaign) {
        long expires = NOW + Duration.ofDays(7).toMillis();
        return new Draft("mail", "a@example.com", "aa", 9, "ann", null, 1, 0, expires, null, campaign);
    }

    private static Approval byBob(boolean approved) {
        long expires = NOW + Duration.ofDays(1).toMillis();
        return new Approval(approved, "bob", "aa", "a@example.com", NOW, expires, "fine", null, null);
    }

    private static Approval byCampaign(String campaign) {
        return Approval.byCampaign(
                campaign, "aa", "a@example.com", NOW, NOW + Duration.ofDays(1).toMillis());
    }
}
