package dev.hapax.bench.lab;

import java.time.Duration;

/** CPU time of processes, user and system together, as the operating system counts it. */
final class Cpu {

    private Cpu() {}

    static Duration of(ProcessHandle process) {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException(
                        "the CPU time of process " + process.pid() + " can't be told on this system"));
    }
}
