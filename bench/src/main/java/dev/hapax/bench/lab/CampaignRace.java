package dev.hapax.bench.lab;

import dev.hapax.bench.contender.BenchCampaign;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;

/** One contender sends a campaign, from the file of its recipients until it knows what became of each. */
public final class CampaignRace {

    private static final double KILL_AT = 0.4;
    private static final long LOOK_EVERY_MILLIS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    /** Whoever sends something twice may do so late. */
    private static final long LINGER_MILLIS = 500;

    private CampaignRace() {}

    /**
     * What one campaign came to; times in seconds.
     *
     * @param beginning until its recipients were loaded, and approved where that is needed
     * @param cpu of everything that belongs to the contender
     * @param sink CPU of the mail server, the same for all
     * @param twice mails that the server accepted more than once
     */
    public record Run(long recipients, double seconds, double beginning, Cpus cpu, double sink, long twice) {

        public double perSecond() {
            return recipients / seconds;
        }
    }

    /** CPU time in seconds; see {@link CampaignContender.Usage}. */
    public record Cpus(double loader, double sender, double ledger, double server) {

        private static Cpus of(CampaignContender.Usage usage) {
            return new Cpus(
                    usage.loader().toNanos() / 1e9,
                    usage.sender().toNanos() / 1e9,
                    usage.ledger().toNanos() / 1e9,
                    usage.server().toNanos() / 1e9);
        }

        public double sum() {
            return loader + sender + ledger + server;
        }
    }

    /**
     * What the end of a sender leaves behind.
     *
     * @param unknown recipients of whom nobody knows whether they got a mail
     * @param accepted those of them that the mail server accepted: sent again, they get two
     * @param twice mails that the server accepted more than once
     */
    public record Kill(int unknown, int accepted, long twice) {}

    /** @throws ContenderException when the contender ends by itself or gets stuck */
    public static Run run(
            CampaignContender contender,
            DeliveryRace.Task task,
            String campaign,
            long recipients,
            LongConsumer progress)
            throws InterruptedException {
        Path file = file(task, campaign, recipients);
        long before = task.sink().count();
        long twiceBefore = task.sink().twice();
        CampaignContender.Usage usage = contender.usage();
        Duration sink = task.sink().cpu();
        long start = System.nanoTime();
        contender.begin(campaign, file);
        long began = System.nanoTime();
        awaitAccepted(contender, task, before, recipients, progress);
        awaitDone(contender, campaign);
        long end = System.nanoTime();
        Cpus cpu = Cpus.of(contender.usage().minus(usage));
        double sinkSeconds = task.sink().cpu().minus(sink).toNanos() / 1e9;
        Thread.sleep(LINGER_MILLIS);
        return new Run(
                recipients,
                (end - start) / 1e9,
                (began - start) / 1e9,
                cpu,
                sinkSeconds,
                task.sink().twice() - twiceBefore);
    }

    /** Kills the sender in the middle of a campaign, and lets another one finish it. */
    public static Kill kill(
            CampaignContender contender,
            DeliveryRace.Task task,
            String campaign,
            long recipients,
            LongConsumer progress)
            throws InterruptedException {
        Path file = file(task, campaign, recipients);
        long before = task.sink().count();
        contender.begin(campaign, file);
        awaitAccepted(contender, task, before, (long) (recipients * KILL_AT), progress);
        contender.killSender();
        awaitDone(contender, campaign);
        Thread.sleep(LINGER_MILLIS);
        List<String> unknown = contender.unknown(campaign);
        int accepted = (int) unknown.stream()
                .filter(address -> task.sink().acceptedMicros(address) != null)
                .count();
        return new Kill(unknown.size(), accepted, task.sink().twice());
    }

    private static Path file(DeliveryRace.Task task, String campaign, long recipients) {
        try {
            return BenchCampaign.writeRecipients(task.folder(), campaign, recipients);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitAccepted(
            CampaignContender contender, DeliveryRace.Task task, long before, long goal, LongConsumer progress)
            throws InterruptedException {
        long reached = -1;
        long since = System.nanoTime();
        while (true) {
            long count = task.sink().count() - before;
            progress.accept(count);
            if (count >= goal) {
                return;
            }
            contender.requireAlive();
            if (count > reached) {
                reached = count;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                throw new ContenderException("it stood still at mail " + count + " of " + goal + " for "
                        + PATIENCE.toMinutes() + " minutes");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }

    private static void awaitDone(CampaignContender contender, String campaign) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!contender.isDone(campaign)) {
            contender.requireAlive();
            if (System.nanoTime() - deadline > 0) {
                throw new ContenderException("it was not done within " + PATIENCE.toMinutes() + " minutes");
            }
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
    }
}
