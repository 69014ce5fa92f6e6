package dev.hapax.operations.campaign;

import dev.hapax.campaign.AudienceDigest;
import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Suppressions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;

/**
 * The recipients of a campaign that an approval would cover, one for each address.
 *
 * @param recipients in the order of audience version and delivery id
 * @param duplicates others with an address that the campaign has already, and the subscriber that keeps it
 */
public record CampaignAudience(List<Delivery> recipients, Map<Delivery, String> duplicates) {

    /** By audience version, then by the bytes of the delivery id. */
    private static final Comparator<Delivery> ORDER = Comparator.comparingInt(CampaignAudience::version)
            .thenComparing(CampaignAudience::idBytes, Arrays::compareUnsigned);

    /**
     * Those that wait for approval.
     *
     * @param deliveries all of the campaign
     * @param upTo the last audience version that counts
     */
    public static CampaignAudience of(Campaign campaign, Collection<Delivery> deliveries, int upTo) {
        List<Delivery> counting = new ArrayList<>(deliveries.stream()
                .filter(delivery -> delivery.state() != DeliveryState.CANCELLED
                        && delivery.state() != DeliveryState.REJECTED
                        && version(delivery) <= upTo)
                .toList());
        counting.sort(ORDER);
        Map<String, String> keepers = new HashMap<>();
        List<Delivery> recipients = new ArrayList<>();
        Map<Delivery, String> duplicates = new HashMap<>();
        for (Delivery delivery : counting) {
            String keeper = keepers.putIfAbsent(
                    Suppressions.normalised(delivery.draft().target()),
                    Recipient.subscriber(campaign.id(), delivery.id()));
            boolean waits =
                    delivery.state() == DeliveryState.AWAITING_APPROVAL && version(delivery) > campaign.approvedUpTo();
            if (waits && keeper == null) {
                recipients.add(delivery);
            } else if (waits) {
                duplicates.put(delivery, keeper);
            }
        }
        return new CampaignAudience(recipients, duplicates);
    }

    private static int version(Delivery delivery) {
        InCampaign campaign = delivery.draft().campaign();
        return campaign == null ? 0 : campaign.audience();
    }

    private static byte[] idBytes(Delivery delivery) {
        return delivery.id().getBytes(StandardCharsets.UTF_8);
    }

    /** The digest of the recipients in each partition of the ledger. */
    public List<String> digests(int partitions) {
        AudienceDigest[] digests = new AudienceDigest[partitions];
        Arrays.setAll(digests, i -> new AudienceDigest());
        for (Delivery delivery : recipients) {
            int partition = Utils.toPositive(Utils.murmur2(idBytes(delivery))) % partitions;
            digests[partition].add(
                    delivery.id(), delivery.draft().target(), delivery.draft().sha256());
        }
        return Arrays.stream(digests).map(AudienceDigest::hex).toList();
    }
}
