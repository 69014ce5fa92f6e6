package dev.hapax.bench.lab;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.Job;
import dev.hapax.bench.probe.RestoreLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Measures how long a contender takes to restore its state after it has lost its state folder. */
public final class Restoration {

    private static final Duration WITHIN = Duration.ofMinutes(15);

    private final Lab lab;
    private final Lab.Input input;
    private final Duration ttl;

    public Restoration(Lab lab, Lab.Input input, Duration ttl) {
        this.lab = lab;
        this.input = input;
        this.ttl = ttl;
    }

    /**
     * @param filling is called with the number of messages read while the state is filled
     * @throws ContenderException when the contender ends by itself, gets stuck, or restores nothing
     */
    public RestoreLog.State run(Entry entry, String group, List<String> jvmFlags, LongConsumer filling)
            throws InterruptedException {
        Path folder = lab.folder().resolve(group);
        Path log = lab.folder().resolve(group + ".restore");
        lab.createTopic(group + ".decisions");
        try {
            Job job = job(entry, group, folder, entry.options());
            try (ContenderProcess process = lab.start(entry.program(), job, List.of())) {
                new Course(lab, process, job, null).await(input.messages(), filling);
            }
            WorkFolder.delete(folder);
            Map<String, String> options = new HashMap<>(entry.options());
            options.put("restore-log", log.toString());
            try (ContenderProcess process = lab.start(entry.program(), job(entry, group, folder, options), jvmFlags)) {
                return await(process, log);
            }
        } finally {
            lab.deleteTopics(group);
            WorkFolder.delete(folder);
        }
    }

    private Job job(Entry entry, String group, Path folder, Map<String, String> options) {
        return new Job(
                lab.bootstrap(),
                input.topic(),
                group + ".decisions",
                group,
                entry.threads(),
                ttl,
                ttl,
                folder,
                options);
    }

    private static RestoreLog.State await(ContenderProcess process, Path log) throws InterruptedException {
        long deadline = System.nanoTime() + WITHIN.toNanos();
        while (true) {
            process.requireAlive();
            RestoreLog.State restoring = RestoreLog.State.read(log);
            if (restoring.partitions() >= Lab.PARTITIONS) {
                return restoring;
            }
            if (System.nanoTime() > deadline) {
                throw new ContenderException("it had restored " + restoring.partitions() + " of " + Lab.PARTITIONS
                        + " partitions after " + WITHIN.toMinutes() + " minutes" + process.lastWords());
            }
            Thread.sleep(50);
        }
    }
}
