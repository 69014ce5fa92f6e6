package dev.hapax.admin.work;

import dev.hapax.admin.AdminContext;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.SendingSwitch;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.campaign.CampaignTallies;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.delivery.DeliverySwitch;
import dev.hapax.operations.delivery.LedgerActions;
import dev.hapax.operations.delivery.LedgerView;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** The ledger and the campaigns as this instance sees them, read on first use, once for all requests. */
final class DeliveryLedger implements AutoCloseable {

    private static final Duration STATUS_AGE = Duration.ofSeconds(2);

    private final KafkaClients clients;
    private final Clock clock;
    private final CampaignTallies tallies = new CampaignTallies();
    private @Nullable LedgerView view;
    private @Nullable CampaignView campaigns;
    private @Nullable Map<String, @Nullable Object> status;
    private Instant statusAt = Instant.MIN;

    DeliveryLedger(AdminContext context) {
        this.clients = new KafkaClients(context.settings());
        this.clock = context.clock();
    }

    DeliverySettings settings() {
        return clients.settings().delivery();
    }

    /** @throws dev.hapax.operations.OperationException when deliveries are not configured */
    synchronized LedgerView view() {
        if (view == null) {
            view = new LedgerView(clients, tallies);
        }
        return view;
    }

    /** @throws dev.hapax.operations.OperationException when deliveries are not configured */
    synchronized CampaignView campaigns() {
        if (campaigns == null) {
            campaigns = new CampaignView(clients);
        }
        return campaigns;
    }

    /** What the view of the ledger says about the progress of campaigns. */
    CampaignTallies tallies() {
        return tallies;
    }

    KafkaClients clients() {
        return clients;
    }

    /** The partition of a delivery. */
    int partition(String id) {
        return Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8)))
                % clients.settings().topics().partitions();
    }

    LedgerActions actions() {
        return new LedgerActions(clients, view());
    }

    List<Delivery> all(Progress progress) {
        LedgerView current = view();
        current.catchUp(progress);
        return current.all();
    }

    /**
     * With its history.
     *
     * @throws UnknownException when the ledger knows none of that id
     */
    Delivery find(String id, Progress progress) {
        LedgerView current = view();
        current.catchUp(progress);
        Delivery delivery = current.find(id);
        if (delivery == null) {
            throw new UnknownException("There is no delivery " + id + ". GET /api/deliveries lists all of them.");
        }
        return delivery;
    }

    /** Whether workers may send, read at most every two seconds. */
    synchronized Map<String, @Nullable Object> status() {
        Map<String, @Nullable Object> known = status;
        if (known == null || Duration.between(statusAt, clock.instant()).abs().compareTo(STATUS_AGE) > 0) {
            known = readStatus();
            status = known;
            statusAt = clock.instant();
        }
        return known;
    }

    private Map<String, @Nullable Object> readStatus() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        boolean configured = settings().isOn();
        DeliverySwitch.Status found = configured ? new DeliverySwitch(clients, clock).status() : null;
        SendingSwitch last = found == null ? null : found.last();
        fields.put("configured", configured);
        fields.put("enabled", found != null && found.on());
        fields.put("why", found == null ? "delivery.channels is empty" : why(found));
        fields.put("by", last == null ? null : last.by());
        fields.put("at", last == null ? null : last.at().toString());
        fields.put("reason", last == null ? null : last.reason());
        fields.put("channels", List.copyOf(settings().channels().keySet()));
        fields.put("clusterId", found == null ? null : found.clusterId());
        return fields;
    }

    /** Why nothing is sent; null if it is. */
    private static @Nullable String why(DeliverySwitch.Status status) {
        SendingSwitch last = status.last();
        if (status.on()) {
            return null;
        }
        if (last == null) {
            return "sending was never enabled: run 'hapax delivery enable -c FILE --reason …'";
        }
        return last.on()
                ? last.by() + " enabled sending for cluster " + last.clusterId() + ", and this is cluster "
                        + status.clusterId()
                : last.by() + " disabled sending: " + last.reason();
    }

    @Override
    public synchronized void close() {
        LedgerView open = view;
        if (open != null) {
            open.close();
        }
        CampaignView openCampaigns = campaigns;
        if (openCampaigns != null) {
            openCampaigns.close();
        }
    }
}
