package dev.hapax.operations.campaign;

import static dev.hapax.delivery.DeliveryState.AWAITING_APPROVAL;
import static dev.hapax.delivery.DeliveryState.CANCELLED;
import static dev.hapax.delivery.DeliveryState.SENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.campaign.AudienceDigest;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignApproval;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class CampaignAudienceTest {

    private static final CampaignDefinition DEFINITION = new CampaignDefinition(
            "mail",
            null,
            "s",
            "t",
            null,
            Map.of(),
            false,
            0,
            0,
            new CampaignPacing(null, null, 0, List.of(), null, 0.2),
            1);

    private static Campaign campaign(int approvedUpTo) {
        List<CampaignApproval> approvals = approvedUpTo == 0
                ? List.of()
                : List.of(
                        new CampaignApproval(true, "ann", "sha", 0, approvedUpTo, 1, List.of(), 1, 2, "", null, null));
        return new Campaign(
                "c",
                DEFINITION,
                "sha",
                CampaignStatus.DRAFT,
                1,
                3,
                approvals,
                List.of(),
                1,
                0,
                new Campaign.Tally(0, 0),
                Map.of(),
                List.of());
    }

    private static Delivery delivery(String subscriber, String address, int audience, DeliveryState state) {
        Draft draft = new Draft(
                "mail", address, "sha-" + subscriber, 7, "ann", null, 1, 0, 9, null, new InCampaign("c", audience));
        return new Delivery(
                "campaign:c:" + subscriber, draft, state, 0, 0, 1, Delivery.NEVER, null, null, null, List.of());
    }

    private static Delivery waiting(String subscriber, String address, int audience) {
        return delivery(subscriber, address, audience, AWAITING_APPROVAL);
    }

    private static List<String> ids(CampaignAudience audience) {
        return audience.recipients().stream().map(Delivery::id).toList();
    }

    private static Map<String, String> duplicates(CampaignAudience audience) {
        return audience.duplicates().entrySet().stream()
                .collect(Collectors.toMap(entry -> entry.getKey().id(), Map.Entry::getValue));
    }

    @Test
    void shouldKeepTheOldestAudienceVersionThenTheSmallestSubscriberWhateverTheOrder() {
        List<Delivery> all = new ArrayList<>(List.of(
                waiting("b", "x@example.com", 1),
                waiting("a", "X@EXAMPLE.com", 2),
                waiting("d", "y@example.com", 1),
                waiting("c", "y@example.com", 1),
                waiting("e", "z@example.com", 2)));

        for (long seed = 0; seed < 20; seed++) {
            Collections.shuffle(all, new Random(seed));

            CampaignAudience audience = CampaignAudience.of(campaign(0), all, 2);

            assertThat(ids(audience)).containsExactly("campaign:c:b", "campaign:c:c", "campaign:c:e");
            assertThat(duplicates(audience)).isEqualTo(Map.of("campaign:c:a", "b", "campaign:c:d", "c"));
        }
    }

    @Test
    void shouldLeaveOutAnAddressThatHasItsMailAlready() {
        CampaignAudience audience = CampaignAudience.of(
                campaign(1), List.of(delivery("z", "x@example.com", 1, SENT), waiting("a", "x@example.com", 2)), 2);

        assertThat(audience.recipients()).isEmpty();
        assertThat(duplicates(audience)).isEqualTo(Map.of("campaign:c:a", "z"));
    }

    @Test
    void shouldNotCountWhatWasCancelledOrIsApprovedOrCameLater() {
        CampaignAudience audience = CampaignAudience.of(
                campaign(1),
                List.of(
                        delivery("a", "x@example.com", 1, CANCELLED),
                        waiting("b", "x@example.com", 2),
                        waiting("c", "y@example.com", 1),
                        waiting("d", "z@example.com", 3)),
                2);

        assertThat(ids(audience)).containsExactly("campaign:c:b");
        assertThat(audience.duplicates()).isEmpty();
    }

    @Test
    void shouldDigestEachPartitionInTheOrderOfVersionAndIdBytes() {
        CampaignAudience audience = CampaignAudience.of(
                campaign(0),
                List.of(
                        waiting("ä", "a@example.com", 1),
                        waiting("z", "b@example.com", 1),
                        waiting("0", "c@example.com", 2)),
                2);

        AudienceDigest all = new AudienceDigest();
        all.add("campaign:c:z", "b@example.com", "sha-z");
        all.add("campaign:c:ä", "a@example.com", "sha-ä");
        all.add("campaign:c:0", "c@example.com", "sha-0");
        assertThat(audience.digests(1)).containsExactly(all.hex());
        assertThat(audience.digests(4)).hasSize(4).contains(new AudienceDigest().hex());
    }
}
