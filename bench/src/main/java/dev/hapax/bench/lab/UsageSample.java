package dev.hapax.bench.lab;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What everyone has used at one moment of a run. */
record UsageSample(long nanos, long done, Duration cpu, Duration serverCpu, Duration brokerCpu) {

    static UsageSample now(long done, ContenderProcess process, Lab lab, @Nullable GuardServer server) {
        return new UsageSample(
                System.nanoTime(), done, process.cpu(), server == null ? Duration.ZERO : server.cpu(), lab.brokerCpu());
    }
}
