package dev.hapax.chaos.stage;

/** Threads that keep the machine busy, so that rebalances take long and meet each other. */
public final class CpuLoad implements AutoCloseable {

    private volatile boolean ended;
    private volatile long seen;

    private CpuLoad() {}

    /** As many busy threads as that for each core. */
    public static CpuLoad perCore(int threads) {
        CpuLoad load = new CpuLoad();
        for (int i = 0; i < threads * Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(load::burn, "cpu-load-" + i);
            thread.setDaemon(true);
            thread.start();
        }
        return load;
    }

    private void burn() {
        long number = 1;
        while (!ended) {
            for (int i = 0; i < 1_000_000; i++) {
                number = number * 6364136223846793005L + 1442695040888963407L;
            }
            // Else the loop could be left out.
            seen = number;
        }
    }

    @Override
    public void close() {
        // Each sees it within a millisecond.
        ended = true;
    }
}
