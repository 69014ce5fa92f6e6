package dev.hapax.campaign;

import dev.hapax.campaign.CampaignEvent.Counted;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One campaign as the ledger knows it.
 *
 * @param sha256 of the definition
 * @param revision counts the changes that every partition has to know
 * @param audience the version that recipients loaded now belong to; from 1
 * @param approvals those in force, oldest first
 * @param pending approvals that wait for another approver
 * @param since when it entered its status, in epoch milliseconds of the ledger
 * @param startedAt when it was started first; 0 before
 * @param partitions what each partition counted last
 * @param history what happened, oldest first
 */
public record Campaign(
        String id,
        CampaignDefinition definition,
        String sha256,
        CampaignStatus status,
        int revision,
        int audience,
        List<CampaignApproval> approvals,
        List<CampaignApproval> pending,
        long since,
        long startedAt,
        Map<Integer, Counted> partitions,
        List<Entry> history) {

    /** More are not kept: the first ones and the newest ones stay. */
    private static final int MOST_ENTRIES = 100;

    private static final int FIRST_ENTRIES = 20;

    /** A line of the history. */
    public record Entry(long time, String what, String by, String detail) {}

    public Campaign {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(sha256, "sha256");
        Objects.requireNonNull(status, "status");
        approvals = List.copyOf(approvals);
        pending = List.copyOf(pending);
        partitions = Collections.unmodifiableMap(new TreeMap<>(partitions));
        history = List.copyOf(history);
    }

    /** How many deliveries are in each state, by the last count of each partition. */
    public Map<DeliveryState, Integer> states() {
        Map<DeliveryState, Integer> sum = new EnumMap<>(DeliveryState.class);
        partitions
                .values()
                .forEach(counted -> counted.states().forEach((state, count) -> sum.merge(state, count, Integer::sum)));
        return sum;
    }

    /** The audience version up to which somebody approved; 0 for none. */
    public int approvedUpTo() {
        return approvals.isEmpty() ? 0 : approvals.get(approvals.size() - 1).upTo();
    }

    /** Whether every one of so many partitions has counted, and knows the present revision. */
    public boolean isKnownTo(int ofPartitions) {
        return partitions.size() >= ofPartitions
                && partitions.values().stream().allMatch(counted -> counted.revision() >= revision);
    }

    /** Without what only the owner needs: what every partition has to know. */
    public Campaign notice() {
        return new Campaign(
                id,
                definition,
                sha256,
                status,
                revision,
                audience,
                approvals,
                List.of(),
                since,
                startedAt,
                Map.of(),
                List.of());
    }

    Campaign with(Counted counted) {
        Map<Integer, Counted> all = new TreeMap<>(partitions);
        all.put(counted.partition(), counted);
        return new Campaign(
                id, definition, sha256, status, revision, audience, approvals, pending, since, startedAt, all, history);
    }

    Campaign to(CampaignStatus next, long now) {
        long started = startedAt == 0 && next == CampaignStatus.RUNNING ? now : startedAt;
        return new Campaign(
                id,
                definition,
                sha256,
                next,
                revision + 1,
                audience,
                approvals,
                pending,
                now,
                started,
                partitions,
                history);
    }

    Campaign nextAudience() {
        return new Campaign(
                id,
                definition,
                sha256,
                status,
                revision + 1,
                audience + 1,
                approvals,
                List.of(),
                since,
                startedAt,
                partitions,
                history);
    }

    Campaign with(List<CampaignApproval> inForce, List<CampaignApproval> stillPending) {
        return new Campaign(
                id,
                definition,
                sha256,
                status,
                revision + 1,
                audience,
                inForce,
                stillPending,
                since,
                startedAt,
                partitions,
                history);
    }

    Campaign noting(Entry entry) {
        List<Entry> entries = new ArrayList<>(history);
        entries.add(entry);
        if (entries.size() > MOST_ENTRIES) {
            entries.remove(FIRST_ENTRIES);
        }
        return new Campaign(
                id,
                definition,
                sha256,
                status,
                revision,
                audience,
                approvals,
                pending,
                since,
                startedAt,
                partitions,
                entries);
    }
}
