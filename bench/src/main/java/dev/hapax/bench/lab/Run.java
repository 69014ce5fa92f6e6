package dev.hapax.bench.lab;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What one run came to.
 *
 * @param cpuMicros CPU time of the contender's own process, per message
 * @param serverMicros the same of the server that has its guard; 0 without one
 * @param peakMemory bytes; empty where the system does not tell
 * @param outputs records it wrote, of the whole input
 */
public record Run(
        double messagesPerSecond,
        double cpuMicros,
        double serverMicros,
        double brokerMicros,
        OptionalLong peakMemory,
        long outputs) {

    static Run between(UsageSample start, UsageSample end, OptionalLong peakMemory, long outputs) {
        double messages = end.done() - start.done();
        return new Run(
                messages / ((end.nanos() - start.nanos()) / 1e9),
                micros(start.cpu(), end.cpu()) / messages,
                micros(start.serverCpu(), end.serverCpu()) / messages,
                micros(start.brokerCpu(), end.brokerCpu()) / messages,
                peakMemory,
                outputs);
    }

    private static double micros(Duration start, Duration end) {
        return end.minus(start).toNanos() / 1e3;
    }
}
