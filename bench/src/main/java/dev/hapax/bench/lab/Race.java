package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Runs over one input, a contender at a time. The first part of a run warms the contender up; over the rest, time and CPU are
 * counted between two commits of its group.
 */
public final class Race {

    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Deserializer<Boolean> NOTHING = (topic, bytes) -> Boolean.TRUE;

    /** At the very end some partitions are done before others, and threads idle. */
    private static final double FINISH = 0.97;

    private final Lab lab;
    private final Lab.Input input;
    private final long warmUp;
    private final Duration ttl;
    private final Duration wallTtl;

    public Race(Lab lab, Lab.Input input, long warmUp, Duration ttl, Duration wallTtl) {
        this.lab = lab;
        this.input = input;
        this.warmUp = warmUp;
        this.ttl = ttl;
        this.wallTtl = wallTtl;
    }

    public Duration ttl() {
        return ttl;
    }

    public Lab.Input input() {
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
    public List<Turns.Turn> run(Entry entry, String group, List<String> jvmFlags, LongConsumer progress, Turns turns)
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
            Course.UsageSample start = course.await(warmUp, progress);
            Course.UsageSample end = course.await((long) (input.messages() * FINISH), progress);
            course.await(input.messages(), progress);
            long outputs = countOutputs(lab.bootstrap(), job.output(), entry.outputsOf(input));
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

    /**
     * What one run came to.
     *
     * @param cpuMicros CPU time of the contender's own process, per message
     * @param serverMicros the same of the server that has its guard; 0 without one
     * @param peakMemory bytes; empty if the system does not report it
     * @param outputs records it wrote, of the whole input
     */
    public record Run(
            double messagesPerSecond,
            double cpuMicros,
            double serverMicros,
            double brokerMicros,
            OptionalLong peakMemory,
            long outputs) {

        static Run between(Course.UsageSample start, Course.UsageSample end, OptionalLong peakMemory, long outputs) {
            double messages = end.done() - start.done();
            return new Run(
                    messages / ((end.nanos() - start.nanos()) / 1e9),
                    micros(start.cpu(), end.cpu()) / messages,
                    micros(start.serverCpu(), end.serverCpu()) / messages,
                    micros(start.brokerCpu(), end.brokerCpu()) / messages,
                    peakMemory,
                    outputs);
        }

        /** The most that any of these runs had; empty if the system does not report it. */
        public static OptionalLong peakMemory(List<Run> runs) {
            return runs.stream().flatMapToLong(run -> run.peakMemory().stream()).max();
        }

        private static double micros(Duration start, Duration end) {
            return end.minus(start).toNanos() / 1e3;
        }
    }

    /** Counts the records of a topic until there are as many as expected and no more, or no more come. */
    private static long countOutputs(String bootstrap, String topic, long expected) {
        try (var consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.CHECK_CRCS_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10_000),
                NOTHING,
                NOTHING)) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            return countOutputs(consumer, partitions, expected);
        }
    }

    private static long countOutputs(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions, long expected) {
        long counted = 0;
        long stillSince = System.nanoTime();
        while (true) {
            int polled = consumer.poll(Duration.ofMillis(200)).count();
            counted += polled;
            if (polled > 0) {
                stillSince = System.nanoTime();
            } else if ((counted >= expected && atEnd(consumer, partitions))
                    || System.nanoTime() - stillSince > QUIET.toNanos()) {
                return counted;
            }
        }
    }

    private static boolean atEnd(KafkaConsumer<?, ?> consumer, List<TopicPartition> partitions) {
        return consumer.endOffsets(partitions).entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }
}
