package dev.hapax.admin;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * So many requests a second of each client, and twice as many in a burst. What it remembers of clients is bounded: whoever has
 * not been seen for longest is forgotten, which can only be to their advantage.
 */
final class RateLimit {

    private static final double NANOS = 1e9;
    private static final int BURST_SECONDS = 2;

    private final double perSecond;
    private final int mostClients;
    private final LongSupplier nanoTime;
    /** In order of last use. */
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    RateLimit(int perSecond, int mostClients, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.mostClients = mostClients;
        this.nanoTime = nanoTime;
    }

    /** Whether one more request of that client is within the limit; it then counts. */
    synchronized boolean allows(String client) {
        long now = nanoTime.getAsLong();
        double most = perSecond * BURST_SECONDS;
        Bucket bucket = buckets.get(client);
        double left = bucket == null ? most : Math.min(most, bucket.left + (now - bucket.at) / NANOS * perSecond);
        boolean allowed = left >= 1;
        buckets.put(client, new Bucket(allowed ? left - 1 : left, now));
        if (buckets.size() > mostClients) {
            Iterator<String> oldest = buckets.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return allowed;
    }

    synchronized int remembered() {
        return buckets.size();
    }

    /** How many requests were left at some time. */
    private record Bucket(double left, long at) {}
}
