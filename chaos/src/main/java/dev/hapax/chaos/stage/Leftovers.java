package dev.hapax.chaos.stage;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** What must not outlive this process: the processes that it has started, then what they used. */
public final class Leftovers {

    private static final List<Runnable> REMOVALS = new CopyOnWriteArrayList<>();
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static volatile boolean ending;

    private Leftovers() {}

    /** Removes all of it when this process ends, also after Ctrl-C. */
    public static void removeAtEnd() {
        Runtime.getRuntime().addShutdownHook(new Thread(Leftovers::remove, "leftovers"));
    }

    /** Something to remove besides, when no process is left. */
    public static void add(Runnable removal) {
        REMOVALS.add(removal);
    }

    /** Whether this process is ending, so that nothing may be started again. */
    static boolean isEnding() {
        return ending;
    }

    private static void remove() {
        ending = true;
        List<ProcessHandle> left = descendants();
        while (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            LockSupport.parkNanos(BETWEEN.toNanos());
            left = descendants();
        }
        REMOVALS.forEach(Runnable::run);
    }

    private static List<ProcessHandle> descendants() {
        return ProcessHandle.current()
                .descendants()
                .filter(ProcessHandle::isAlive)
                .toList();
    }
}
