package dev.hapax.bench.lab;

import dev.hapax.bench.contender.HapaxJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An audience that comes and goes while one instance works. Two processes differ by more than an audience costs, even when they do
 * the same; two stretches of one process, one after the other, differ by less.
 *
 * @param kinds who comes, in turns
 * @param clients how many, of a kind that has clients
 * @param stretch how many messages are measured at a time
 * @param settle until those who came are greeted, and as long again until nothing is done any more for those who left
 */
public record Turns(List<Audience.Kind> kinds, int clients, long stretch, Duration settle) {

    /**
     * Takes turns for as long as there is input; one that it ends in does not count.
     *
     * @param warmUp how many messages come before the first turn. Everyone is there for them: what happens once, such as compiling
     *     what serves an audience, is not what it costs.
     */
    List<Turn> take(Course course, Path folder, long warmUp, long messages, LongConsumer progress)
            throws InterruptedException {
        course.await(1, progress);
        URI instance = address(folder);
        try (Audience audience = Audience.enter(Audience.Kind.EVERYONE, instance, clients)) {
            course.await(warmUp, progress);
            audience.requirePresent();
        }
        List<Turn> turns = new ArrayList<>();
        Race.Run before = measure(course.let(settle, progress), course, messages, progress);
        for (int i = 0; before != null; i++) {
            Audience.Kind kind = kinds.get(i % kinds.size());
            Race.Run with;
            double bytesPerSecond;
            try (Audience audience = Audience.enter(kind, instance, clients)) {
                Course.UsageSample start = course.let(settle, progress);
                long bytes = audience.bytes();
                long since = System.nanoTime();
                with = measure(start, course, messages, progress);
                audience.requirePresent();
                bytesPerSecond = (audience.bytes() - bytes) * 1e9 / (System.nanoTime() - since);
            }
            Race.Run after = measure(course.let(settle, progress), course, messages, progress);
            if (with != null && after != null) {
                turns.add(Turn.of(kind, before, with, after, bytesPerSecond));
            }
            before = after;
        }
        return turns;
    }

    /** Null when there is not enough left. */
    private Race.@Nullable Run measure(Course.UsageSample start, Course course, long messages, LongConsumer progress)
            throws InterruptedException {
        if (start.done() + stretch > messages) {
            return null;
        }
        Course.UsageSample end = course.await(start.done() + stretch, progress);
        return Race.Run.between(start, end, OptionalLong.empty(), 0);
    }

    /** Where to ask the instance that has this folder. */
    static URI address(Path folder) {
        try {
            return URI.create(Files.readString(folder.resolve(HapaxJob.ADDRESS)));
        } catch (IOException e) {
            throw new UncheckedIOException("the instance has not written its address", e);
        }
    }

    /**
     * A stretch of a run with an audience, beside the two stretches without one before and after it.
     *
     * @param throughput messages a second with it, of those without it
     * @param cpu CPU of the instance for a message, likewise
     * @param bytesPerSecond what its clients were sent
     */
    public record Turn(Audience.Kind audience, double throughput, double cpu, double bytesPerSecond) {

        static Turn of(Audience.Kind audience, Race.Run before, Race.Run with, Race.Run after, double bytesPerSecond) {
            return new Turn(
                    audience,
                    with.messagesPerSecond() * 2 / (before.messagesPerSecond() + after.messagesPerSecond()),
                    with.cpuMicros() * 2 / (before.cpuMicros() + after.cpuMicros()),
                    bytesPerSecond);
        }
    }
}
