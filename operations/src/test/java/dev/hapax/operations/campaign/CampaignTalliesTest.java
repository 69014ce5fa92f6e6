package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CampaignTalliesTest {

    private static final long NOW = 1_700_000_000_000L;
    private static final long MINUTE = 60_000;
    private static final InCampaign NEWS = new InCampaign("news", 2);

    private final CampaignTallies tallies = new CampaignTallies();

    @Test
    void shouldCountRefusalsByDomainAndCodeMostFirst() {
        add(refused("a", "kim@Example.org", "550 5.1.1 no such user (to RCPT) [mx]"));
        add(refused("b", "lee@example.org", "550 5.1.1 nobody"));
        add(refused("c", "max@example.net", "554-5.7.1 spam\n554 5.7.1 really"));
        add(refused("d", "ann@example.net", "421 closing; failed 5 times"));
        add(refused("e", "bob@example.com", "the artifact is not the approved one"));
        add(delivery("f", "eve@example.com", DeliveryState.SENT, "250 2.0.0 Ok"));

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.refusals()).isEqualTo(5);
        assertThat(figures.domains())
                .extracting(CampaignFigures.Refused::name)
                .containsExactly("example.net", "example.org", "example.com");
        assertThat(figures.codes())
                .containsExactly(
                        new CampaignFigures.Refused("550 5.1.1", 2),
                        new CampaignFigures.Refused("421", 1),
                        new CampaignFigures.Refused("554 5.7.1", 1),
                        new CampaignFigures.Refused("no reply", 1));
    }

    @Test
    void shouldFollowADeliveryFromStateToState() {
        Delivery queued = delivery("a", "kim@example.org", DeliveryState.AWAITING_APPROVAL, "");
        add(queued);
        assertThat(tallies.of("news").queued()).containsEntry(2, 1);
        assertThat(tallies.of("news").unapproved(1)).isEqualTo(1);
        assertThat(tallies.of("news").unapproved(2)).isZero();

        Delivery refused = refused("a", "kim@example.org", "550 no");
        tallies.changed(queued, refused);
        assertThat(tallies.of("news").unapproved(1)).isZero();
        assertThat(tallies.of("news").refusals()).isEqualTo(1);

        tallies.changed(refused, null);
        assertThat(tallies.of("news").refusals()).isZero();
        assertThat(tallies.of("news").domains()).isEmpty();
    }

    @Test
    void shouldStayBoundedWhateverTheRecipientsAre() {
        for (int i = 0; i < 20_000; i++) {
            add(refused("s" + i, "kim@example" + i + ".org", "550 no"));
        }
        for (int i = 0; i < 3; i++) {
            add(refused("t" + i, "kim@example7.org", "550 no"));
        }

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.domains()).hasSize(21);
        assertThat(figures.domains().get(0)).isEqualTo(new CampaignFigures.Refused("example7.org", 4));
        assertThat(figures.domains().get(20)).isEqualTo(new CampaignFigures.Refused(null, 20_003 - 4 - 19));
        assertThat(figures.domains().stream()
                        .mapToInt(CampaignFigures.Refused::count)
                        .sum())
                .isEqualTo(figures.refusals());
    }

    @Test
    void shouldCountWhatIsSentInStepsOfTheLastHour() {
        sentAt(NOW - 90 * MINUTE, 7);
        sentAt(NOW - 59 * MINUTE, 2);
        sentAt(NOW, 3);

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.sent().stream().mapToInt(Integer::intValue).sum()).isEqualTo(5);
        assertThat(figures.sent().get(0)).isEqualTo(2);
        assertThat(figures.sent()).hasSizeLessThanOrEqualTo(360).endsWith(3);
        assertThat(figures.end()).isGreaterThan(NOW);
    }

    @Test
    void shouldCountWhatIsSentAndWhatIsRefusedInTheSameSteps() {
        add(delivery("early", draft("kim@example.org", NEWS), DeliveryState.REFUSED, NOW - MINUTE, "550 no"));
        sentAt(NOW - MINUTE / 2, 4);
        add(delivery("late", draft("lee@example.org", NEWS), DeliveryState.REFUSED, NOW, "550 no"));

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.refused()).containsExactly(1, 0, 0, 0, 0, 0, 1);
        assertThat(figures.sent()).containsExactly(0, 0, 0, 4, 0, 0, 0);
        assertThat(figures.left()).containsExactly(1, 0, 0, 4, 0, 0, 1);
    }

    @Test
    void shouldHaveNoStepsBeforeAnythingIsSentOrRefused() {
        add(delivery("gone", draft("kim@example.org", NEWS), DeliveryState.CANCELLED, NOW, "same address as a"));

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.sent()).isEmpty();
        assertThat(figures.refused()).isEmpty();
        assertThat(figures.left()).containsExactly(1);
    }

    @Test
    void shouldEstimateFromTheLastMinuteHowLongTheRestTakes() {
        for (int second = 0; second < 300; second++) {
            sentAt(NOW - second * 1_000L, 10);
        }

        CampaignFigures figures = tallies.of("news");

        assertThat(figures.sentPerMinute(NOW - 5 * MINUTE, NOW)).isBetween(590.0, 620.0);
        assertThat(figures.secondsFor(6_000, NOW - 5 * MINUTE, NOW)).isBetween(570L, 620L);
        assertThat(figures.secondsFor(6_000, NOW - 5 * MINUTE, NOW + 5 * MINUTE))
                .as("nothing is sent any more")
                .isNull();
    }

    @Test
    void shouldNotDivideTheFirstSecondsByAMinute() {
        sentAt(NOW, 100);

        assertThat(tallies.of("news").sentPerMinute(NOW - 20_000, NOW)).isEqualTo(300);
    }

    @Test
    void shouldKeepNothingOfOtherDeliveriesAndOfWhatIsForgotten() {
        add(delivery("alone", draft("kim@example.org", null), DeliveryState.REFUSED, NOW, ""));
        add(refused("a", "kim@example.org", "550 no"));

        tallies.cleared();

        assertThat(tallies.of("news").refusals()).isZero();
        assertThat(tallies.of("other").end()).isZero();
    }

    private void sentAt(long time, int count) {
        for (int i = 0; i < count; i++) {
            add(delivery("s" + time + "-" + i, draft("kim@example.org", NEWS), DeliveryState.SENT, time, "250 Ok"));
        }
    }

    private void add(Delivery delivery) {
        tallies.changed(null, delivery);
    }

    private static Delivery refused(String subscriber, String target, String evidence) {
        return delivery(subscriber, target, DeliveryState.REFUSED, evidence);
    }

    private static Delivery delivery(String subscriber, String target, DeliveryState state, String evidence) {
        return delivery(subscriber, draft(target, NEWS), state, NOW, evidence);
    }

    private static Delivery delivery(String subscriber, Draft draft, DeliveryState state, long since, String evidence) {
        return new Delivery(
                "campaign:news:" + subscriber,
                draft,
                state,
                1,
                0,
                since,
                Delivery.NEVER,
                null,
                null,
                null,
                List.of(new Delivery.Entry(since, "refused", "worker-1", evidence)));
    }

    private static Draft draft(String target, @Nullable InCampaign campaign) {
        return new Draft("mail", target, "ab", 2, "ann", null, 1, 0, NOW, null, campaign);
    }
}
