package dev.hapax.operations.campaign;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the deliveries of a campaign say about its progress, besides their states.
 *
 * @param end of the last step, in epoch milliseconds
 * @param sent how many were sent in each step of the last hour with any, oldest first
 * @param refused the same for those that were refused, in the same steps
 * @param left the same for all that need no further attempt, whatever became of them
 * @param refusals how many are refused
 * @param domains where they were to go, most first
 * @param codes what the servers answered, most first
 * @param queued how many wait in the queue of the campaign, by audience version
 * @param changes grows with each change of a delivery
 */
public record CampaignFigures(
        long end,
        List<Integer> sent,
        List<Integer> refused,
        List<Integer> left,
        int refusals,
        List<Refused> domains,
        List<Refused> codes,
        Map<Integer, Integer> queued,
        long changes) {

    /** The length of a step. */
    public static final Duration STEP = Duration.ofSeconds(10);

    private static final int STEPS_OF_A_MINUTE = 6;

    /**
     * Deliveries that were refused.
     *
     * @param name of a domain or a code; null for all others
     */
    public record Refused(@Nullable String name, int count) {}

    public CampaignFigures {
        sent = List.copyOf(sent);
        refused = List.copyOf(refused);
        left = List.copyOf(left);
        domains = List.copyOf(domains);
        codes = List.copyOf(codes);
        queued = Collections.unmodifiableMap(new TreeMap<>(queued));
    }

    /**
     * How many were sent in a minute of late.
     *
     * @param running since when the campaign runs, in epoch milliseconds
     */
    public double sentPerMinute(long running, long now) {
        return perMinute(sent, running, now);
    }

    /**
     * How many seconds so many deliveries take at the present rate; null if nothing is sent at present.
     *
     * @param running since when the campaign runs, in epoch milliseconds
     */
    public @Nullable Long secondsFor(int waiting, long running, long now) {
        double perMinute = perMinute(left, running, now);
        return perMinute > 0 ? Long.valueOf((long) Math.ceil(waiting * 60 / perMinute)) : null;
    }

    private double perMinute(List<Integer> steps, long running, long now) {
        long step = STEP.toMillis();
        long from = Math.floorDiv(now, step) * step - STEPS_OF_A_MINUTE * step;
        long count = 0;
        for (int i = steps.size() - 1; i >= 0 && end - (steps.size() - i) * step >= from; i--) {
            count += steps.get(i);
        }
        // At the very beginning, a second says nothing.
        long passed = Math.max(step, now - Math.max(from, running));
        return count * 60_000.0 / passed;
    }

    /** How many of them no approval covers yet. */
    public int unapproved(int approvedUpTo) {
        return queued.entrySet().stream()
                .filter(version -> version.getKey() > approvedUpTo)
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
