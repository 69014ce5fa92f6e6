package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Fleet.Health;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Patience;
import java.time.Duration;
import java.util.Set;

/**
 * On a busy machine: one instance is killed and comes back to folders that were not closed. Meanwhile the other leaves and
 * comes back several times in quick succession, in the middle of the rebalances that this causes.
 */
public final class Leftover implements Trouble {

    private static final String UNCLEAN = "instance came back to folders that were not closed";
    private static final String LEFT = "instance left while the group rebalanced";
    private static final String AGAIN = "instance restarted in quick succession";
    private static final Duration START = Duration.ofMinutes(1);
    private static final int BUSY_THREADS_PER_CORE = 2;

    @Override
    public Set<String> faults() {
        return Set.of(UNCLEAN, LEFT, AGAIN);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        CpuLoad busy = CpuLoad.perCore(BUSY_THREADS_PER_CORE);
        try {
            int killed = stage.anyInstance();
            int leaving = 3 - killed;
            stage.fleet().awaitReady(leaving);
            boolean hit = stage.fleet().kill(killed);
            stage.fleet().start(killed);
            stage.fleet().awaitReady(killed);
            stage.journal().fault(UNCLEAN, hit ? 1 : 0, "instance " + killed);
            stage.letWork(Duration.ZERO, Duration.ofSeconds(4));
            int times = 2 + stage.random().nextInt(2);
            for (int i = 0; i < times; i++) {
                boolean rebalancing = awaitRebalance(stage, leaving, i);
                stage.letWork(Duration.ZERO, Duration.ofMillis(500));
                stage.fleet().stop(leaving);
                stage.journal().fault(LEFT, rebalancing ? 1 : 0, "instance " + leaving);
                stage.letWork(Duration.ZERO, Duration.ofMillis(1500));
                stage.fleet().start(leaving);
            }
            stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(7));
            stage.journal().fault(AGAIN, "instance " + leaving + ", " + times + " times");
        } finally {
            busy.close();
        }
    }

    /** Whether it leaves while it joins. From the second time on, it is stopped as soon as it answers. */
    private static boolean awaitRebalance(Stage stage, int number, int times) {
        if (times == 0) {
            return false;
        }
        Health[] seen = {Health.SILENT};
        Patience.until("instance " + number + " answers", START, () -> {
            seen[0] = stage.fleet().health(number);
            return seen[0] != Health.SILENT;
        });
        return seen[0] != Health.READY;
    }

    /** Threads that keep the machine busy, so that rebalances take long and meet each other. */
    private static final class CpuLoad implements AutoCloseable {

        private volatile boolean ended;

        private CpuLoad() {}

        /** As many busy threads as that for each core. */
        static CpuLoad perCore(int threads) {
            CpuLoad load = new CpuLoad();
            for (int i = 0; i < threads * Runtime.getRuntime().availableProcessors(); i++) {
                Thread thread = new Thread(load::burn, "cpu-load-" + i);
                thread.setDaemon(true);
                thread.start();
            }
            return load;
        }

        private void burn() {
            while (!ended) {
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            // Each sees it within a millisecond.
            ended = true;
        }
    }
}
