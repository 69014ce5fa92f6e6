package dev.hapax.embedded;

import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;

/** The program inside a {@link StandingBroker}: runs until it is told to stop (SIGTERM). */
public final class StandingBrokerMain {

    private StandingBrokerMain() {}

    /** Takes the data folder, the broker's place, and broker settings as {@code key=value}. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedBroker broker;
        try {
            broker = BrokerMain.start(arguments);
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(StandingBrokerMain.class)
                    .error("The broker could not start: {}", e.getMessage(), e);
            Runtime.getRuntime().halt(1);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker), "stopping"));
        new CountDownLatch(1).await();
    }

    private static void stop(EmbeddedBroker broker) {
        try {
            BrokerMain.stop(broker);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
