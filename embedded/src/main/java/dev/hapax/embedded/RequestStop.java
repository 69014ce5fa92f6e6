package dev.hapax.embedded;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.kafka.common.protocol.ApiKeys;

/** A point on a client's way at which a {@link FaultProxy} holds it up: the n-th request of a kind, or the answer to it. */
public final class RequestStop {

    /** What is held back: a request the broker never sees, or the answer to one it has carried out. */
    public enum Side {
        REQUEST,
        ANSWER
    }

    private final Predicate<String> client;
    private final ApiKeys api;
    private final Side side;
    private final AtomicInteger left;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch given = new CountDownLatch(1);

    /** @param nth 1 for the first request of that kind that such a client sends */
    RequestStop(Predicate<String> client, ApiKeys api, Side side, int nth) {
        this.client = client;
        this.api = api;
        this.side = side;
        this.left = new AtomicInteger(nth);
    }

    /** Waits until a client has come to this point, where it stays. */
    public boolean await(Duration patience) throws InterruptedException {
        return reached.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the stop: the connection that was held is cut, others pass. */
    public void cut() {
        left.set(0);
        given.countDown();
    }

    /** Whether this is the request that is waited for; asked once for each. */
    boolean isAt(RequestHead request) {
        return request.api() == api.id && client.test(request.clientId()) && left.getAndDecrement() == 1;
    }

    Side side() {
        return side;
    }

    /** Holds the calling thread until the stop is ended. */
    void hold() throws InterruptedException {
        reached.countDown();
        given.await();
    }

    /** What Kafka's protocol says of every request before its content. */
    record RequestHead(short api, int correlation, String clientId) {

        static RequestHead of(byte[] request) {
            ByteBuffer bytes = ByteBuffer.wrap(request);
            short api = bytes.getShort();
            // The version of the request.
            bytes.getShort();
            int correlation = bytes.getInt();
            short length = bytes.getShort();
            String clientId = length < 0 ? "" : new String(request, bytes.position(), length, StandardCharsets.UTF_8);
            return new RequestHead(api, correlation, clientId);
        }
    }
}
