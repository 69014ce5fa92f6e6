package dev.hapax.admin.stats;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.guard.GuardStats;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** The size of the guard, and the ages of its entries. */
final class GuardNumbers {

    private static final List<Duration> AGES = Stream.of("PT1M", "PT10M", "PT1H", "PT6H", "P1D", "P7D", "P30D", "P365D")
            .map(Duration::parse)
            .toList();

    private GuardNumbers() {}

    static ObjectNode of(List<GuardStats> facts, Instant now) {
        long entries = 0;
        long bytes = 0;
        long oldest = Long.MAX_VALUE;
        long[] byAge = new long[AGES.size()];
        for (GuardStats share : facts) {
            entries += share.entries();
            bytes += share.bytes();
            oldest = share.oldest() < 0 ? oldest : Math.min(oldest, share.oldest());
            for (GuardStats.Span bucket : share.buckets()) {
                byAge[step(now.toEpochMilli() - bucket.from())] += bucket.entries();
            }
        }
        ObjectNode guard = AdminJson.object()
                .put("entries", entries)
                .put("bytes", bytes)
                .put(
                        "oldest",
                        oldest == Long.MAX_VALUE
                                ? null
                                : Instant.ofEpochMilli(oldest).toString());
        ages(byAge, guard.putArray("ages"));
        return guard;
    }

    /** All bands up to the oldest entry; the last one includes everything older. */
    private static void ages(long[] byAge, ArrayNode ages) {
        int last = byAge.length - 1;
        while (last >= 0 && byAge[last] == 0) {
            last--;
        }
        for (int i = 0; i <= last; i++) {
            ages.addObject().put("upTo", AGES.get(i).toString()).put("entries", byAge[i]);
        }
    }

    private static int step(long age) {
        for (int i = 0; i < AGES.size(); i++) {
            if (age <= AGES.get(i).toMillis()) {
                return i;
            }
        }
        return AGES.size() - 1;
    }
}
