package dev.hapax.admin;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the requests per second of each client; bursts may have twice as many. The number of tracked clients is bounded: the least
 * recently seen one is forgotten, which only helps that client.
 */
public final class RateLimit {

    private static final double NANOS = 1e9;
    private static final int BURST_SECONDS = 2;

    private final double perSecond;
    private final int mostClients;
    private final LongSupplier nanoTime;
    /** In order of last use. */
    private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true);

    public RateLimit(int perSecond, int mostClients, LongSupplier nanoTime) {
        this.perSecond = perSecond;
        this.mostClients = mostClients;
        this.nanoTime = nanoTime;
    }

    /** Whether another request of the client is within the limit; if so, it is counted. */
    public synchronized boolean allows(String client) {
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

    /** The remaining requests at a point in time. */
    private record Bucket(double left, long at) {}
}
