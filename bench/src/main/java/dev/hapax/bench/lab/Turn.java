package dev.hapax.bench.lab;

/**
 * A stretch of a run with an audience, beside the two stretches without one before and after it.
 *
 * @param throughput messages a second with it, of those without it
 * @param cpu CPU of the instance for a message, likewise
 * @param bytesPerSecond what its clients were sent
 */
public record Turn(Audience.Kind audience, double throughput, double cpu, double bytesPerSecond) {

    static Turn of(Audience.Kind audience, Run before, Run with, Run after, double bytesPerSecond) {
        return new Turn(
                audience,
                with.messagesPerSecond() * 2 / (before.messagesPerSecond() + after.messagesPerSecond()),
                with.cpuMicros() * 2 / (before.cpuMicros() + after.cpuMicros()),
                bytesPerSecond);
    }
}
