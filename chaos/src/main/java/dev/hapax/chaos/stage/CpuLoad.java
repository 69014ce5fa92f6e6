package dev.hapax.chaos.stage;

/** Threads that keep the machine busy, so that rebalances take long and meet each other. */
public final class CpuLoad implements AutoCloseable {

    private volatile boolean ended;

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
