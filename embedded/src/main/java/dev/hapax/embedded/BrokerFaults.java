package dev.hapax.embedded;

import java.util.concurrent.CompletableFuture;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers what went wrong inside the broker.
 *
 * <p>Kafka's own handlers end the process, which here is the user's and not the broker's alone.
 */
final class BrokerFaults implements FaultHandlerFactory {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerFaults.class);

    private final CompletableFuture<Throwable> firstFatal = new CompletableFuture<>();

    /** Comes with the first fault that the broker does not survive. */
    CompletableFuture<Throwable> firstFatal() {
        return firstFatal;
    }

    @Override
    public FaultHandler build(String name, boolean fatal, Runnable action) {
        return (failure, cause) -> {
            var fault = new FaultHandlerException(name + ": " + failure, cause);
            LOG.error("The embedded broker met a fault: {}", fault.getMessage(), cause);
            if (fatal) {
                firstFatal.complete(fault);
            }
            action.run();
            return fault;
        };
    }
}
