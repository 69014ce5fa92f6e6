package dev.hapax.bench;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.BenchMail;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.Deliverer;
import dev.hapax.bench.lab.DeliveryRace;
import dev.hapax.bench.lab.HapaxDeliverer;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.MailSink;
import dev.hapax.bench.lab.OtherDeliverer;
import dev.hapax.bench.lab.PostgresServer;
import dev.hapax.bench.report.BenchReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deliveries a second and CPU a delivery, beside a worker on Postgres and the mail client alone; and how soon one leaves. */
final class DeliverySpeed implements Measurement {

    static final List<String> NAMES = List.of(DeliverMails.SMTP_ONLY, DeliverMails.POSTGRES, DeliverMails.HAPAX);

    @Override
    public List<String> contenders() {
        return NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about a minute and a half", "about ten minutes", "about twenty minutes");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        int rounds = order.rounds(order.extent().pick(1, 3, 5));
        long messages = order.messages(order.extent().pick(2_000L, 50_000L, 50_000L));
        DeliveryResults results = new DeliveryResults();
        PostgresServer postgres = postgres(bench, results);
        for (int round = 1; round <= rounds; round++) {
            for (String name : NAMES) {
                boolean missing = name.equals(DeliverMails.POSTGRES) && postgres == null;
                if (order.wants(name) && !missing && !results.failed(name)) {
                    run(bench, name, postgres, messages, results, round, rounds);
                }
            }
        }
        return results.report(order.extent(), settings(messages, rounds));
    }

    private static @Nullable PostgresServer postgres(Bench bench, DeliveryResults results) {
        if (!bench.order().wants(DeliverMails.POSTGRES)) {
            return null;
        }
        Optional<String> missing = PostgresServer.whyMissing();
        missing.ifPresent(why -> results.note(DeliverMails.POSTGRES + " is missing: " + why));
        return missing.isPresent()
                ? null
                : bench.open().closing(PostgresServer.start(bench.folder().resolve("postgres")));
    }

    private static void run(
            Bench bench,
            String name,
            @Nullable PostgresServer postgres,
            long messages,
            DeliveryResults results,
            int round,
            int rounds)
            throws InterruptedException {
        String work = "round " + round + " of " + rounds + ", " + name;
        String runName = name + "-" + round;
        Path folder = bench.folder().resolve(runName);
        bench.progress().say(work + ": preparing");
        try (MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = new DeliveryRace.Task(
                    runName, folder, sink, messages, Lab.PARTITIONS, it -> String.join(" ", bench.jvmFlags(it)));
            try (Deliverer deliverer = deliverer(bench, name, postgres, task)) {
                results.add(
                        name, DeliveryRace.run(deliverer, task, bench.progress().of(work, messages)));
                bench.progress().say(work + ": " + results.latest(name));
                if (deliverer instanceof HapaxDeliverer hapax) {
                    int count = bench.order().extent().pick(20, 100, 200);
                    results.addLatencies(hapax.idleLatencies(count));
                    bench.progress().say(work + ": " + results.latestLatency());
                }
            }
        } catch (ContenderException e) {
            bench.sayFailed(work, e);
            results.fail(name, e);
        }
        if (!bench.order().profile()) {
            WorkFolder.delete(folder);
        }
    }

    private static Deliverer deliverer(
            Bench bench, String name, @Nullable PostgresServer postgres, DeliveryRace.Task task)
            throws InterruptedException {
        if (name.equals(DeliverMails.HAPAX)) {
            return new HapaxDeliverer(bench.lab(), task);
        }
        return postgres == null || name.equals(DeliverMails.SMTP_ONLY)
                ? OtherDeliverer.smtpOnly(task)
                : OtherDeliverer.postgres(task, postgres);
    }

    private static Map<String, Object> settings(long messages, int rounds) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("messages", messages);
        settings.put("bytes", BenchMail.BYTES);
        settings.put("rounds", rounds);
        settings.put("connections", Lab.PARTITIONS);
        settings.put("claimBatch", 20);
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
