package dev.hapax.channel;

import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.wire.TraceParent;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs and counts what a channel does. The trace of a delivery becomes part of the evidence, and so of its receipt. */
public final class ObservedChannel implements Channel {

    private static final Logger LOG = LoggerFactory.getLogger(ObservedChannel.class);

    /** Counts. Called by the threads of all partitions. */
    public interface Observer {

        void attempted(String channel, Result result, long nanos);

        void asked(String channel, boolean down);
    }

    private final Channel channel;
    private final Observer observer;

    public ObservedChannel(Channel channel, Observer observer) {
        this.channel = channel;
        this.observer = observer;
    }

    @Override
    public Sent send(DueDelivery delivery, Lease lease) {
        long start = System.nanoTime();
        Sent sent = channel.send(delivery, lease);
        observer.attempted(delivery.channel(), sent.result(), System.nanoTime() - start);
        log(delivery, sent);
        String trace = delivery.traceparent();
        return trace == null
                ? sent
                : new Sent(sent.result(), sent.evidence() + " [trace " + TraceParent.traceId(trace) + "]");
    }

    /** Without the target: who gets what is in the ledger, which has its own readers. */
    private static void log(DueDelivery delivery, Sent sent) {
        LoggingEventBuilder line = LOG.atLevel(level(sent.result()))
                .addKeyValue("delivery", delivery.id())
                .addKeyValue("attempt", delivery.attempt())
                .addKeyValue("channel", delivery.channel());
        String trace = delivery.traceparent();
        if (trace != null) {
            line = line.addKeyValue("traceId", TraceParent.traceId(trace));
        }
        line.log("Attempt ended as {}: {}", sent.result(), sent.evidence());
    }

    private static Level level(Result result) {
        return switch (result) {
            case SENT -> Level.DEBUG;
            case NOT_SENT, RETURNED -> Level.INFO;
            case REFUSED, UNKNOWN -> Level.WARN;
        };
    }

    @Override
    public @Nullable Down down(DueDelivery delivery) {
        Down why = channel.down(delivery);
        observer.asked(delivery.channel(), why != null);
        return why;
    }

    @Override
    public void close() {
        channel.close();
    }
}
