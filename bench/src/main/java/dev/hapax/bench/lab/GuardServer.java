package dev.hapax.bench.lab;

import java.time.Duration;

/** A server that a contender keeps its guard in. Its CPU time is part of what that contender costs. */
public interface GuardServer extends AutoCloseable {

    /** The contender that needs it, which is also the name of the option with {@link #address()}. */
    String contender();

    String address();

    long pid();

    /** CPU time used so far by all its processes, those that have ended included. */
    default Duration cpu() {
        return Cpu.ofTree(ProcessHandle.of(pid())
                .orElseThrow(() -> new IllegalStateException(contender() + " has ended by itself")));
    }

    /** How many keys it holds, those not yet evicted included. */
    long entries();

    /** Removes all keys: the next run has the same ones. */
    void clear();

    @Override
    void close();
}
