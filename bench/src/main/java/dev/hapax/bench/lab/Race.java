package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Job;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One contender, one run over the whole input. Its first part warms it up; over the rest, time and CPU are counted between two
 * commits of its group.
 */
public final class Race {

    private static final long LOOK_EVERY_MILLIS = 25;
    private static final double FINISH = 0.97;

    private final Lab lab;
    private final String input;
    private final long messages;
    private final long warmUp;
    private final Duration ttl;
    private final Duration wallTtl;

    public Race(Lab lab, String input, long messages, long warmUp, Duration ttl, Duration wallTtl) {
        this.lab = lab;
        this.input = input;
        this.messages = messages;
        this.warmUp = warmUp;
        this.ttl = ttl;
        this.wallTtl = wallTtl;
    }

    public Run run(
            ContenderProgram program,
            Optional<GuardServer> server,
            int threads,
            Map<String, String> options,
            List<String> jvmFlags,
            String group)
            throws InterruptedException {
        Path folder = lab.folder().resolve(group);
        String output = group + ".decisions";
        if (!program.name().equals("hapax")) {
            lab.createTopic(output);
        }
        Job job = new Job(lab.bootstrap(), input, output, group, threads, ttl, wallTtl, folder, options);
        try (ContenderProcess process = ContenderProcess.start(program, job, jvmFlags)) {
            Sample start = awaitProgress(process, server, group, warmUp);
            Sample end = awaitProgress(process, server, group, (long) (messages * FINISH));
            return Run.between(start, end);
        } finally {
            lab.deleteTopics(group);
        }
    }

    private Sample awaitProgress(ContenderProcess process, Optional<GuardServer> server, String group, long goal)
            throws InterruptedException {
        while (true) {
            process.requireAlive();
            long done = lab.committed(group, input);
            if (done >= goal) {
                Duration serverCpu = server.map(GuardServer::cpu).orElse(Duration.ZERO);
                return new Sample(System.nanoTime(), done, process.cpu(), serverCpu, lab.brokerCpu());
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    record Sample(long nanos, long done, Duration cpu, Duration serverCpu, Duration brokerCpu) {}

    /** What one run came to. */
    public record Run(double messagesPerSecond, double cpuMicros, double serverMicros, double brokerMicros) {

        static Run between(Sample start, Sample end) {
            double messages = end.done() - start.done();
            return new Run(
                    messages / ((end.nanos() - start.nanos()) / 1e9),
                    end.cpu().minus(start.cpu()).toNanos() / 1e3 / messages,
                    end.serverCpu().minus(start.serverCpu()).toNanos() / 1e3 / messages,
                    end.brokerCpu().minus(start.brokerCpu()).toNanos() / 1e3 / messages);
        }
    }
}
