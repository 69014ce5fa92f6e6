package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.topics.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Loads the recipients of a campaign. The same recipient has the same delivery id each time, so that loading a file again, in part
 * or in another order, changes nothing, and a load that was broken off is resumed by repeating it.
 */
public final class CampaignLoad {

    private static final int MOST_REPORTED = 100;
    /** How long nothing may move before an instance is taken to be away. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** Partitions report their counts once a second. */
    private static final Duration SETTLED = Duration.ofMillis(2_500);

    private final KafkaClients clients;
    private final CampaignView view;
    private final Path folder;

    /**
     * @param view closed by its owner
     * @param folder for working files
     */
    public CampaignLoad(KafkaClients clients, CampaignView view, Path folder) {
        this.clients = clients;
        this.view = view;
        this.folder = folder;
    }

    /** A recipient that the ledger did not take, and why. */
    public record Refusal(String subscriber, String why) {}

    /**
     * What a load did.
     *
     * @param written recipients that the brokers have
     * @param added recipients that the campaign did not have before; if others load at the same time, some of theirs may count
     * @param refused recipients that the ledger did not take
     * @param refusals the first hundred of these
     * @param staged whether instances have read all of them; if not, the two counts before are not final
     * @param bad recipients of the file that are wrong; if there is one in a file, none is loaded, and in a stream none after it
     * @param problems the first hundred of what is wrong with them
     */
    public record Result(
            long written,
            long added,
            long refused,
            List<Refusal> refusals,
            boolean staged,
            long bad,
            List<RecipientProblem> problems) {

        public Result {
            refusals = List.copyOf(refusals);
            problems = List.copyOf(problems);
        }

        private static Result bad(long bad, List<RecipientProblem> problems) {
            return new Result(0, 0, 0, List.of(), true, bad, problems);
        }

        /** Recipients that the campaign had before, or that were in the file twice. */
        public long known() {
            return Math.max(0, written - added - refused);
        }

        public boolean isComplete() {
            return bad == 0 && refused == 0 && staged;
        }
    }

    /**
     * Checks the whole of a file before it loads any of it. A stream is checked as it is read.
     *
     * @param by who loads it
     * @throws UnknownException when there is no campaign of that id
     * @throws OperationException when it has ended, or when the brokers do not take a recipient
     * @throws IllegalArgumentException when the file can't be read
     */
    public Result load(String id, RecipientFile file, String by, Progress progress) {
        Campaign campaign = view.get(id);
        if (campaign.status().isEnd()) {
            throw new OperationException("campaign " + id + " is " + campaign.status()
                    + " and takes no recipients any more; create one with another id");
        }
        RecipientScan.Further further =
                new RequiredValues(CampaignMail.of(id, campaign.definition(), clients.settings()));
        long total = 0;
        if (file.isRegular()) {
            RecipientScan scan = new RecipientScan(file.name(), further);
            scan(file, scan, progress);
            if (scan.bad() + scan.conflicts() > 0) {
                return Result.bad(scan.bad() + scan.conflicts(), scan.problems());
            }
            total = scan.good();
        }
        return write(campaign, file, by, further, new Counter(progress, total));
    }

    private void scan(RecipientFile file, RecipientScan scan, Progress progress) {
        try (RecipientReader reader = file.open()) {
            scan.read(reader, folder, progress);
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    /** The progress of writing. */
    private record Counter(Progress progress, long total) {
        void at(long done) {
            progress.at("loading recipients", done, total);
        }
    }

    private Result write(
            Campaign campaign, RecipientFile file, String by, RecipientScan.Further further, Counter counter) {
        long before = size(campaign);
        try (RefusedRecipients refused = new RefusedRecipients(clients, campaign.id()).fromNow();
                CampaignWriter writer = new CampaignWriter(clients)) {
            Map<TopicPartition, Long> begins = begins();
            RecipientProblem problem = write(campaign.id(), file, by, further, writer, counter);
            boolean read = writer.acknowledged() == 0
                    || new StagingWait(clients).until(begins, writer.ends(), PATIENCE, counter.progress());
            List<Refusal> refusals = new ArrayList<>();
            long[] count = new long[1];
            refused.read(counter.progress(), one -> {
                count[0]++;
                if (refusals.size() < MOST_REPORTED) {
                    refusals.add(new Refusal(one.subscriber(), one.why()));
                }
            });
            long written = writer.acknowledged();
            long after = read ? settled(campaign.id(), before + written - count[0]) : before;
            return new Result(
                    written,
                    Math.min(written, Math.max(0, after - before)),
                    count[0],
                    refusals,
                    read,
                    problem == null ? 0 : 1,
                    problem == null ? List.of() : List.of(problem));
        }
    }

    /** What was wrong in a stream; null if nothing was. */
    private @Nullable RecipientProblem write(
            String campaign,
            RecipientFile file,
            String by,
            RecipientScan.Further further,
            CampaignWriter writer,
            Counter counter) {
        RecipientProblem problem = null;
        try (RecipientReader reader = file.open()) {
            while (problem == null) {
                RecipientLine line = reader.next();
                if (line == null) {
                    break;
                }
                problem = write(campaign, file, by, further, writer, line);
                counter.at(writer.acknowledged());
            }
            writer.flush();
        } catch (IOException e) {
            writer.flush();
            throw new OperationException(
                    file.name() + " can't be read any further: " + e.getMessage() + ". " + writer.acknowledged()
                            + " recipients are loaded; loading it again changes nothing for these.",
                    e);
        } catch (OperationException e) {
            throw new OperationException(
                    e.getMessage() + " " + writer.acknowledged() + " recipients of " + file.name() + " are written.",
                    e);
        }
        return problem;
    }

    private static @Nullable RecipientProblem write(
            String campaign,
            RecipientFile file,
            String by,
            RecipientScan.Further further,
            CampaignWriter writer,
            RecipientLine line) {
        if (line instanceof RecipientLine.Bad bad) {
            return bad.problem();
        }
        if (line instanceof RecipientLine.Good good) {
            Recipient recipient = good.recipient();
            String why = further.problem(good.line(), recipient);
            if (why == null) {
                writer.recipient(campaign, recipient, by);
            }
            return why == null ? null : new RecipientProblem(file.name(), good.line(), 0, why);
        }
        throw new IllegalStateException("unknown line " + line);
    }

    private Map<TopicPartition, Long> begins() {
        Map<TopicPartition, Long> begins = new HashMap<>();
        try (TopicReader reader = new TopicReader(clients)) {
            Map<TopicPartition, Range> whole = reader.whole(clients.settings().topic(Topic.DELIVERY_EVENTS));
            whole.forEach((partition, range) -> begins.put(partition, range.to()));
        }
        return begins;
    }

    /** How many recipients the campaign has, as soon as it is as many as expected, or once it changes no more. */
    private long settled(String id, long expected) {
        long[] last = {-1};
        long[] since = {System.nanoTime()};
        Long settled = new Polling(PATIENCE).until(() -> {
            view.catchUp(Progress.UNSEEN);
            long now = size(view.get(id));
            if (now != last[0]) {
                last[0] = now;
                since[0] = System.nanoTime();
            }
            return now == expected || System.nanoTime() - since[0] > SETTLED.toNanos() ? (Long) now : null;
        });
        return settled == null ? last[0] : settled;
    }

    private static long size(Campaign campaign) {
        return campaign.states().values().stream().mapToLong(Integer::longValue).sum();
    }
}
