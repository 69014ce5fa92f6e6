package dev.hapax.operations.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryState;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignRefusalsTest {

    private static Delivery delivery(String address, DeliveryState state, String evidence) {
        return new Delivery(
                "campaign:c:" + address,
                new Draft("mail", address, "sha", 7, "ann", null, 1, 0, 9),
                state,
                1,
                0,
                1,
                Delivery.NEVER,
                null,
                null,
                null,
                List.of(new Delivery.Entry(1, "refused", "worker", evidence)));
    }

    @Test
    void shouldGroupByCodeAndDomainTheMostFrequentFirst() {
        List<CampaignRefusals.Group> groups = CampaignRefusals.top(
                List.of(
                        delivery("a@One.example", DeliveryState.REFUSED, "RCPT: 550 5.1.1 a is unknown"),
                        delivery("b@two.example", DeliveryState.REFUSED, "552 too large; 7 attempts"),
                        delivery("c@one.example", DeliveryState.REFUSED, "RCPT: 550-5.1.1 c is unknown"),
                        delivery("d@one.example", DeliveryState.REFUSED, "port 12550: refused"),
                        delivery("e@one.example", DeliveryState.SENT, "250 2.0.0 ok")),
                10);

        assertThat(groups)
                .containsExactly(
                        new CampaignRefusals.Group("550 5.1.1", "one.example", 2, "RCPT: 550 5.1.1 a is unknown"),
                        new CampaignRefusals.Group("-", "one.example", 1, "port 12550: refused"),
                        new CampaignRefusals.Group("552", "two.example", 1, "552 too large; 7 attempts"));
    }

    @Test
    void shouldShowNoMoreThanWanted() {
        List<CampaignRefusals.Group> groups = CampaignRefusals.top(
                List.of(
                        delivery("a@one.example", DeliveryState.REFUSED, "550"),
                        delivery("b@two.example", DeliveryState.REFUSED, "550")),
                1);

        assertThat(groups).hasSize(1);
    }
}
