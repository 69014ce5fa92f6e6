package dev.hapax.operations.campaign;

import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.InCampaign;
import dev.hapax.delivery.DeliveryState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the deliveries of one campaign. As small for a million recipients as for a thousand. */
final class CampaignTally {

    private static final long STEP = CampaignFigures.STEP.toMillis();
    /** An hour. */
    private static final int STEPS = 360;

    private static final int MOST_NAMES = 1_000;
    private static final int LONGEST_NAME = 100;
    private static final int MOST_SHOWN = 20;

    /** What a server answers: {@code 550 5.1.1 …}. */
    private static final Pattern REPLY =
            Pattern.compile("([2-5]\\d\\d)(?:[ -]([245]\\.\\d{1,3}\\.\\d{1,3}))?(?!\\d).*");

    private final Names domains = new Names();
    private final Names codes = new Names();
    private final Steps sent = new Steps();
    private final Steps refused = new Steps();
    private final Steps left = new Steps();
    private final Map<Integer, Integer> queued = new TreeMap<>();
    private long newest = Long.MIN_VALUE;
    private int refusals;
    private int deliveries;
    private long changes;

    /** @param by -1 for a delivery that is so no longer */
    void count(Delivery delivery, int by) {
        deliveries += by;
        changes++;
        DeliveryState state = delivery.state();
        InCampaign campaign = delivery.draft().campaign();
        if (state == DeliveryState.AWAITING_APPROVAL && campaign != null) {
            queued.merge(campaign.audience(), by, CampaignTally::sum);
        }
        if (!state.isEnd() && state != DeliveryState.STRANDED) {
            return;
        }
        long step = Math.floorDiv(delivery.since(), STEP);
        forgetBefore(step);
        left.add(step, by);
        if (state == DeliveryState.SENT) {
            sent.add(step, by);
        } else if (state == DeliveryState.REFUSED) {
            refused.add(step, by);
            refusals += by;
            domains.add(domain(delivery.draft().target()), by);
            codes.add(code(delivery), by);
        }
    }

    private static int sum(int before, int by) {
        return before + by;
    }

    boolean isEmpty() {
        return deliveries <= 0;
    }

    private void forgetBefore(long step) {
        if (step > newest) {
            long from = Math.max(newest + 1, step - STEPS + 1);
            for (long passed = from; passed <= step; passed++) {
                sent.clear(passed);
                refused.clear(passed);
                left.clear(passed);
            }
            newest = step;
        }
    }

    private static String domain(String address) {
        String domain = address.substring(address.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        return domain.length() <= LONGEST_NAME ? domain : "";
    }

    private static String code(Delivery delivery) {
        List<Delivery.Entry> history = delivery.history();
        String evidence =
                history.isEmpty() ? "" : history.get(history.size() - 1).detail();
        Matcher reply = REPLY.matcher(evidence.lines().findFirst().orElse(""));
        if (!reply.matches()) {
            return "no reply";
        }
        return reply.group(2) == null ? reply.group(1) : reply.group(1) + " " + reply.group(2);
    }

    CampaignFigures figures() {
        boolean some = newest != Long.MIN_VALUE;
        int tried = some ? Math.max(sent.length(newest), refused.length(newest)) : 0;
        return new CampaignFigures(
                some ? (newest + 1) * STEP : 0,
                sent.last(tried, newest),
                refused.last(tried, newest),
                left.last(some ? left.length(newest) : 0, newest),
                refusals,
                domains.most(refusals),
                codes.most(refusals),
                queued,
                changes);
    }

    /** Counts of the last hour. */
    private static final class Steps {
        private final int[] counts = new int[STEPS];
        private long newest = Long.MIN_VALUE;

        void clear(long step) {
            counts[place(step)] = 0;
            newest = step;
        }

        void add(long step, int by) {
            if (step > newest - STEPS) {
                counts[place(step)] += by;
            }
        }

        /** How many steps there are since the first one with any. */
        int length(long last) {
            int length = STEPS;
            while (length > 0 && counts[place(last - length + 1)] == 0) {
                length--;
            }
            return length;
        }

        List<Integer> last(int length, long last) {
            List<Integer> steps = new ArrayList<>();
            for (long step = last - length + 1; step <= last; step++) {
                steps.add(counts[place(step)]);
            }
            return steps;
        }

        private static int place(long step) {
            return Math.floorMod(step, STEPS);
        }
    }

    /** Counts by name, for a bounded number of names. One that has no place when it comes first never gets one. */
    private static final class Names {
        private final Map<String, Integer> counts = new HashMap<>();

        void add(String name, int by) {
            if (!name.isEmpty() && (counts.size() < MOST_NAMES || counts.containsKey(name))) {
                counts.merge(name, by, CampaignTally::sum);
            }
        }

        List<CampaignFigures.Refused> most(int all) {
            List<CampaignFigures.Refused> most = new ArrayList<>(counts.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .map(entry -> new CampaignFigures.Refused(entry.getKey(), entry.getValue()))
                    .sorted(Comparator.comparingInt(CampaignFigures.Refused::count)
                            .reversed()
                            .thenComparing(refused -> String.valueOf(refused.name())))
                    .limit(MOST_SHOWN)
                    .toList());
            int others =
                    all - most.stream().mapToInt(CampaignFigures.Refused::count).sum();
            if (others > 0) {
                most.add(new CampaignFigures.Refused(null, others));
            }
            return most;
        }
    }
}
