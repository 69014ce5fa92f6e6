package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Runs over one input, a contender at a time. The first part of a run warms the contender up; over the rest, time and CPU are
 * counted between two commits of its group.
 */
public final class Race {

    /** At the very end some partitions are done before others, and threads idle. */
    private static final double FINISH = 0.97;

    private final Lab lab;
    private final Input input;
    private final long warmUp;
    private final Duration ttl;
    private final Duration wallTtl;

    public Race(Lab lab, Input input, long warmUp, Duration ttl, Duration wallTtl) {
        this.lab = lab;
        this.input = input;
        this.warmUp = warmUp;
        this.ttl = ttl;
        this.wallTtl = wallTtl;
    }

    public Duration ttl() {
        return ttl;
    }

    public Input input() {
        return input;
    }

    /** Looks at what a contender has left behind, after it has ended and before all is removed. */
    @FunctionalInterface
    public interface Aftermath {
        void look(Path folder, String group);
    }

    public Run run(Entry entry, String group, List<String> jvmFlags, LongConsumer progress)
            throws InterruptedException {
        return run(entry, group, jvmFlags, progress, (folder, ignored) -> {});
    }

    /**
     * @param group names the run: group, application, topics, folder
     * @throws ContenderException when the contender ends by itself or gets stuck
     */
    public Run run(Entry entry, String group, List<String> jvmFlags, LongConsumer progress, Aftermath aftermath)
            throws InterruptedException {
        Job job = job(entry, group);
        return prepared(entry, job, () -> {
            Run run = run(entry, job, jvmFlags, progress);
            aftermath.look(job.folder(), group);
            return run;
        });
    }

    /**
     * One run over the same input in which an audience comes and goes.
     *
     * @throws ContenderException when the contender ends by itself, gets stuck, or lets a client go
     */
    public List<Turn> run(Entry entry, String group, List<String> jvmFlags, LongConsumer progress, Turns turns)
            throws InterruptedException {
        Job job = job(entry, group);
        return prepared(entry, job, () -> {
            try (ContenderProcess process = lab.start(entry.program(), job, jvmFlags)) {
                Course course = new Course(lab, process, job, entry.server());
                return turns.take(course, job.folder(), warmUp, input.messages(), progress);
            }
        });
    }

    private interface Work<T> {
        T run() throws InterruptedException;
    }

    private <T> T prepared(Entry entry, Job job, Work<T> work) throws InterruptedException {
        if (entry.server() != null) {
            entry.server().clear();
        }
        if (!entry.program().name().equals("hapax")) {
            lab.createTopic(job.output());
        }
        try {
            return work.run();
        } finally {
            lab.deleteTopics(job.group());
            WorkFolder.delete(job.folder());
        }
    }

    private Run run(Entry entry, Job job, List<String> jvmFlags, LongConsumer progress) throws InterruptedException {
        try (ContenderProcess process = lab.start(entry.program(), job, jvmFlags)) {
            Course course = new Course(lab, process, job, entry.server());
            UsageSample start = course.await(warmUp, progress);
            UsageSample end = course.await((long) (input.messages() * FINISH), progress);
            course.await(input.messages(), progress);
            long outputs = ContenderOutputs.count(lab.bootstrap(), job.output(), entry.outputsOf(input));
            return Run.between(start, end, process.peakMemory(), outputs);
        }
    }

    /** How many records each run of this contender should write. */
    public long expectedOutputs(Entry entry) {
        return entry.outputsOf(input);
    }

    private Job job(Entry entry, String group) {
        Map<String, String> options = new HashMap<>(entry.options());
        if (entry.server() != null) {
            options.put(entry.server().contender(), entry.server().address());
        }
        return new Job(
                lab.bootstrap(),
                input.topic(),
                group + ".decisions",
                group,
                entry.threads(),
                ttl,
                wallTtl,
                lab.folder().resolve(group),
                options);
    }
}
