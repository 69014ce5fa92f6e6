package dev.hapax.bench;

import dev.hapax.app.WorkFolder;
import dev.hapax.bench.contender.BenchMail;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.lab.CampaignContender;
import dev.hapax.bench.lab.CampaignRace;
import dev.hapax.bench.lab.ContenderException;
import dev.hapax.bench.lab.ContenderProcess;
import dev.hapax.bench.lab.DeliveryRace;
import dev.hapax.bench.lab.HapaxCampaignContender;
import dev.hapax.bench.lab.Lab;
import dev.hapax.bench.lab.MailSink;
import dev.hapax.bench.lab.PostgresCampaignContender;
import dev.hapax.bench.lab.PostgresServer;
import dev.hapax.bench.report.BenchReport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Recipients a second and CPU of a campaign from its file to its end, beside a worker on Postgres; and what a kill strands. */
final class CampaignSpeed implements Measurement {

    static final List<String> NAMES = List.of(DeliverMails.POSTGRES, DeliverMails.HAPAX);

    private static final String WARM_UP = "warm-up";
    private static final String MEASURED = "measured";
    private static final String KILLED = "killed";
    /** Of the recipients that are measured, a campaign of so many goes before. */
    private static final int WARM_UP_SHARE = 5;

    private static final String LEASE = "2m";
    private static final String LEASE_OF_THE_KILLED = "15s";

    @Override
    public List<String> contenders() {
        return NAMES;
    }

    @Override
    public String duration(Order.Extent extent) {
        return extent.pick("about two minutes", "about ten minutes", "about twenty minutes");
    }

    @Override
    public BenchReport measure(Bench bench) throws InterruptedException {
        Order order = bench.order();
        int rounds = order.rounds(order.extent().pick(1, 3, 5));
        long recipients = order.messages(order.extent().pick(2_000L, 50_000L, 50_000L));
        long killed = order.extent().pick(1_000L, 4_000L, 4_000L);
        CampaignResults results = new CampaignResults();
        PostgresServer postgres = postgres(bench, results);
        for (int round = 1; round <= rounds; round++) {
            for (String name : NAMES) {
                boolean missing = name.equals(DeliverMails.POSTGRES) && postgres == null;
                if (order.wants(name) && !missing && !results.isExcluded(name)) {
                    run(bench, new Turn(name, round, rounds), postgres, recipients, killed, results);
                }
            }
        }
        return results.report(order.extent(), settings(recipients, killed, rounds));
    }

    private record Turn(String name, int round, int rounds) {

        String title() {
            return "round " + round + " of " + rounds + ", " + name;
        }
    }

    private static @Nullable PostgresServer postgres(Bench bench, CampaignResults results) {
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
            Turn turn,
            @Nullable PostgresServer postgres,
            long recipients,
            long killed,
            CampaignResults results)
            throws InterruptedException {
        String runName = turn.name() + "-" + turn.round();
        Path folder = bench.folder().resolve(runName);
        bench.progress().say(turn.title() + ": preparing");
        try {
            results.add(turn.name(), measure(bench, turn, postgres, new Part(runName, folder, recipients)));
            bench.progress().say(turn.title() + ": " + results.latest(turn.name()));
            Part kill = new Part(runName + "-" + KILLED, folder.resolve(KILLED), killed);
            results.add(turn.name(), kill(bench, turn, postgres, kill));
            bench.progress().say(turn.title() + ": " + results.latestKill(turn.name()));
        } catch (ContenderException e) {
            bench.sayFailed(turn.title(), e);
            results.fail(turn.name(), e);
        }
        if (!bench.order().profile()) {
            WorkFolder.delete(folder);
        }
    }

    private record Part(String name, Path folder, long recipients) {}

    private static CampaignRace.Run measure(Bench bench, Turn turn, @Nullable PostgresServer postgres, Part part)
            throws InterruptedException {
        try (MailSink sink = MailSink.start(part.folder().resolve("sink"))) {
            DeliveryRace.Task task = task(bench, part, sink);
            try (CampaignContender contender = contender(bench, turn.name(), postgres, task, LEASE)) {
                long warmUp = Math.max(1, part.recipients() / WARM_UP_SHARE);
                contender.prepare(WARM_UP);
                CampaignRace.run(
                        contender, task, WARM_UP, warmUp, bench.progress().of(turn.title() + ", warming up", warmUp));
                contender.prepare(MEASURED);
                return CampaignRace.run(
                        contender,
                        task,
                        MEASURED,
                        part.recipients(),
                        bench.progress().of(turn.title(), part.recipients()));
            }
        }
    }

    private static CampaignRace.Kill kill(Bench bench, Turn turn, @Nullable PostgresServer postgres, Part part)
            throws InterruptedException {
        try (MailSink sink = MailSink.start(part.folder().resolve("sink"))) {
            DeliveryRace.Task task = task(bench, part, sink);
            try (CampaignContender contender = contender(bench, turn.name(), postgres, task, LEASE_OF_THE_KILLED)) {
                contender.prepare(KILLED);
                return CampaignRace.kill(
                        contender,
                        task,
                        KILLED,
                        part.recipients(),
                        bench.progress().of(turn.title() + ", killed", part.recipients()));
            }
        }
    }

    private static DeliveryRace.Task task(Bench bench, Part part, MailSink sink) {
        return new DeliveryRace.Task(
                part.name(),
                part.folder(),
                sink,
                part.recipients(),
                Lab.PARTITIONS,
                it -> String.join(" ", bench.jvmFlags(it)));
    }

    private static CampaignContender contender(
            Bench bench, String name, @Nullable PostgresServer postgres, DeliveryRace.Task task, String lease) {
        return name.equals(DeliverMails.HAPAX) || postgres == null
                ? new HapaxCampaignContender(bench.lab(), task, lease)
                : new PostgresCampaignContender(postgres, task);
    }

    private static Map<String, Object> settings(long recipients, long killed, int rounds) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("recipients", recipients);
        settings.put("recipientsWithAKill", killed);
        settings.put("leaseWithAKill", LEASE_OF_THE_KILLED);
        settings.put("bytes", BenchMail.BYTES);
        settings.put("rounds", rounds);
        settings.put("connections", Lab.PARTITIONS);
        settings.put("claimBatch", 20);
        settings.put("contenderFlags", String.join(" ", ContenderProcess.FLAGS));
        settings.put("brokerFlags", String.join(" ", Lab.BROKER_FLAGS));
        return settings;
    }
}
