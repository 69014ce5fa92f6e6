package dev.hapax.chaos.stage;

import dev.hapax.embedded.BrokerCluster;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.OutputFact;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * What a fault acts on.
 *
 * @param proxies between clients and each broker, in the order of the brokers; none where the scenario has none
 * @param random all that is left to chance comes from here
 */
public record Stage(
        Application application,
        BrokerCluster brokers,
        List<FaultProxy> proxies,
        Fleet fleet,
        Load load,
        OutputReader reader,
        Journal journal,
        Random random) {

    /** Lets the application work, for a time between these by chance. */
    public void letWork(Duration least, Duration most) throws IOException {
        long millis = least.toMillis() + (long) (random.nextDouble() * (most.toMillis() - least.toMillis()));
        long end = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (System.nanoTime() < end) {
            fleet.supervise();
            LockSupport.parkNanos(Math.min(Duration.ofMillis(100).toNanos(), Math.max(1, end - System.nanoTime())));
        }
    }

    /** One of the instances that run. */
    public int anyInstance() {
        List<Integer> running = fleet.running();
        return running.get(random.nextInt(running.size()));
    }

    public int anyBroker() {
        return 1 + random.nextInt(brokers.size());
    }

    /** Reads what comes out, now and then while the application runs and all of it at the end. */
    public static final class OutputReader implements AutoCloseable {

        private final ApplicationOutputs outputs;
        private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
        private int remembered;

        public OutputReader(Application application) {
            this.outputs = application.outputs();
        }

        /** Remembers the decisions so far: consumers may have acted on them. */
        public void remember() {
            outputs.readAll();
            var decisions = outputs.of(Topic.DECISIONS);
            decisions
                    .subList(remembered, decisions.size())
                    .forEach(record -> unchanged.remember(OutputFact.identity(record), OutputFact.content(record)));
            remembered = decisions.size();
        }

        /** What was decided about an identity, of what has been read so far. */
        public Optional<String> decision(String identity) {
            return outputs.of(Topic.DECISIONS).stream()
                    .filter(decision -> OutputFact.identity(decision).equals(identity))
                    .map(OutputFact::content)
                    .findFirst();
        }

        public ApplicationOutputs outputs() {
            return outputs;
        }

        public DecisionsUnchanged unchanged() {
            return unchanged;
        }

        @Override
        public void close() {
            outputs.close();
        }
    }
}
