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
import org.jspecify.annotations.Nullable;

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
 * @param before the counts when it was started or resumed last: refusals before that do not pause it again
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
        Tally before,
        Map<Integer, Counted> partitions,
        List<Entry> history) {

    /** More are not kept: the first ones and the newest ones stay. */
    private static final int MOST_ENTRIES = 100;

    private static final int FIRST_ENTRIES = 20;

    /**
     * A line of the history.
     *
     * @param request that it answers, so that whoever made it learns what became of it; null for none
     */
    public record Entry(
            long time,
            String what,
            String by,
            String detail,
            @Nullable String request) {}

    /** How many deliveries were tried, and how many of these were refused. */
    public record Tally(int tried, int refused) {

        static final Tally NONE = new Tally(0, 0);
    }

    public Campaign {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(sha256, "sha256");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(before, "before");
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

    /** What is known of its attempts by now. */
    Tally tally() {
        Map<DeliveryState, Integer> states = states();
        int refused = states.getOrDefault(DeliveryState.REFUSED, 0);
        int others = states.getOrDefault(DeliveryState.SENT, 0) + states.getOrDefault(DeliveryState.STRANDED, 0);
        return new Tally(refused + others, refused);
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
                before,
                Map.of(),
                List.of());
    }

    Campaign with(Counted counted) {
        Map<Integer, Counted> all = new TreeMap<>(partitions);
        all.put(counted.partition(), counted);
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
                before,
                all,
                history);
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
                next == CampaignStatus.RUNNING ? tally() : before,
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
                before,
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
                before,
                partitions,
                history);
    }

    Campaign noting(Entry entry) {
        List<Entry> entries = new ArrayList<>(history);
        entries.add(entry);
        if (entries.size() > MOST_ENTRIES) {
            entries.remove(FIRST_ENTRIES);
        }
        return withHistory(entries);
    }

    /** With the last line of its history as the answer to a request. */
    Campaign answering(String request) {
        List<Entry> entries = new ArrayList<>(history);
        int last = entries.size() - 1;
        Entry entry = entries.get(last);
        entries.set(last, new Entry(entry.time(), entry.what(), entry.by(), entry.detail(), request));
        return withHistory(entries);
    }

    /** What became of a request; null if nothing is known of it. */
    public @Nullable Entry answer(String request) {
        return history.stream()
                .filter(entry -> request.equals(entry.request()))
                .findFirst()
                .orElse(null);
    }

    private Campaign withHistory(List<Entry> entries) {
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
                before,
                partitions,
                entries);
    }
}
