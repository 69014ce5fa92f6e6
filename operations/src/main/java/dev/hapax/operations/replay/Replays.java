package dev.hapax.operations.replay;

import dev.hapax.classify.Classifier;
import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.intake.Formats;
import dev.hapax.operations.Generations;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.replay.Comparison.Difference;
import dev.hapax.operations.replay.ReplayStatus.Owner;
import dev.hapax.operations.replay.ReplayStatus.State;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;

/** All that can be done about replays of stretches. */
public final class Replays implements AutoCloseable {

    private static final int TRIES = 10;

    private final Settings settings;
    private final Formats formats;
    private final Supplier<Sources> sources;
    private final Clock clock;
    private final KafkaClients clients;
    private final Admin admin;
    private final ReplayGroups groups;

    /** @param sources may change meanwhile, when an operator applies other rules */
    public Replays(Settings settings, Formats formats, Supplier<Sources> sources, Clock clock) {
        this.settings = settings;
        this.formats = formats;
        this.sources = sources;
        this.clock = clock;
        this.clients = new KafkaClients(settings);
        this.admin = clients.admin();
        this.groups = new ReplayGroups(admin, settings.applicationId());
    }

    /** Fixes what is meant, as the topic is now. */
    public ReplayRange.Stretch resolve(String topic, ReplayRange selection) {
        source(topic);
        try (TopicReader reader = new TopicReader(clients)) {
            return selection.resolve(new TopicPlaces(topic, reader, admin, settings.applicationId()));
        }
    }

    /** What a replay would do. Writes nothing. */
    public Forecast forecast(ReplayRange.Stretch stretch, Where where, Progress progress) {
        Source source = source(stretch.topic());
        Forecast.Reader forecasting = new Forecast.Reader(
                stretch, ReplaySource.of(settings, formats, source, where), settings.limits(), clock.instant());
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(stretch.byTopicPartition(), progress, forecasting::take);
            return forecasting.forecast(
                    forecasting.rehearsal().compareWithGuard(settings, reader, source.ttl(), progress));
        }
    }

    /**
     * How another classifier would judge it. Writes nothing.
     *
     * @param each called for every message on which the two differ
     */
    public Comparison compare(
            ReplayRange.Stretch stretch, Where where, Classifier other, Consumer<Difference> each, Progress progress) {
        Source source = source(stretch.topic());
        Comparison.Reader comparing =
                new Comparison.Reader(ReplaySource.of(settings, formats, source, where, other), each);
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(stretch.byTopicPartition(), progress, comparing::take);
        }
        return comparing.comparison(stretch, source.classifier().version(), other.version());
    }

    /** Begins a replay under a generation of its own; nothing is replayed until it is run. */
    public OpenReplay begin(Request request) {
        if (request.stretch().isEmpty()) {
            throw new OperationException("there is nothing to replay: the range is empty");
        }
        ReplaySource originals =
                ReplaySource.of(settings, formats, source(request.stretch().topic()), request.where());
        int newest = groups.ids().stream()
                .mapToInt(id -> Integer.parseInt(id.substring(1)))
                .max()
                .orElse(0);
        for (int i = 0; i < TRIES; i++) {
            Instant now = clock.instant();
            newest = Generations.next(now, newest);
            ReplayStatus status = begun(request, newest, now);
            String id = status.plan().id();
            ReplayWriter writer = ReplayWriter.take(clients, groups.group(id));
            try {
                // Someone else may have begun one in this moment, under the same number.
                if (groups.find(id, true).isEmpty()) {
                    writer.write(List.of(), status, status.legs().keySet());
                    return open(writer, status, originals);
                }
                writer.close();
            } catch (Takeover.TakenOverException e) {
                writer.close();
            } catch (RuntimeException e) {
                writer.close();
                throw e;
            }
        }
        throw new OperationException("other replays were started at the same time: try again");
    }

    private static ReplayStatus begun(Request request, int generation, Instant now) {
        SortedMap<Integer, ReplayStatus.Leg> legs = new TreeMap<>();
        request.stretch().ranges().forEach((partition, range) -> {
            if (!range.isEmpty()) {
                legs.put(partition, ReplayStatus.Leg.of(range));
            }
        });
        ReplayStatus.Plan plan = new ReplayStatus.Plan(
                request.stretch().topic(),
                generation,
                request.where().texts(),
                request.rate(),
                request.silent(),
                request.actor(),
                now,
                request.reason());
        return new ReplayStatus(plan, false, new Owner(request.actor(), now), now, legs);
    }

    /**
     * Takes over a replay, to continue where it is.
     *
     * @throws OperationException when there is no such replay, or nothing is left to do
     */
    public OpenReplay resume(String id, String actor) {
        ReplayStatus found = status(id);
        requireOpen(found);
        Source source = source(found.plan().topic());
        ReplaySource originals =
                ReplaySource.of(settings, formats, source, Where.of(found.plan().where()));
        ReplayWriter writer = ReplayWriter.take(clients, groups.group(id));
        try {
            return open(writer, taken(writer, id, actor), originals);
        } catch (RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private ReplayStatus taken(ReplayWriter writer, String id, String actor) {
        ReplayStatus status = settled(id).takenBy(new Owner(actor, clock.instant()));
        requireOpen(status);
        write(writer, status);
        return status;
    }

    private static void requireOpen(ReplayStatus status) {
        if (status.state() != State.OPEN) {
            throw new OperationException("replay " + status.plan().id() + " is "
                    + (status.state() == State.DONE ? "done" : "cancelled")
                    + ": there is nothing to resume; begin another with 'hapax replay'");
        }
    }

    /** Ends a replay where it is, and fences its writer. Replayed messages stay replayed. */
    public ReplayStatus cancel(String id, String actor) {
        ReplayStatus found = status(id);
        if (found.state() != State.OPEN) {
            return found;
        }
        try (ReplayWriter writer = ReplayWriter.take(clients, groups.group(id))) {
            ReplayStatus settled = settled(id);
            if (settled.state() != State.OPEN) {
                return settled;
            }
            Instant now = clock.instant();
            ReplayStatus cancelled = settled.takenBy(new Owner(actor, now)).cancelledAt(now);
            write(writer, cancelled);
            return cancelled;
        }
    }

    /** Its progress after the takeover: until then, the previous writer could still commit. */
    private ReplayStatus settled(String id) {
        return groups.find(id, true).orElseThrow(() -> unknown(id));
    }

    private static void write(ReplayWriter writer, ReplayStatus status) {
        try {
            writer.write(List.of(), status, status.legs().keySet());
        } catch (Takeover.TakenOverException e) {
            String id = status.plan().id();
            throw new OperationException(
                    "replay " + id + " was taken over by someone else in this moment: look at it with 'hapax replay"
                            + " status " + id + "', then try again",
                    e);
        }
    }

    private OpenReplay open(ReplayWriter writer, ReplayStatus status, ReplaySource originals) {
        return new OpenReplay(writer, status, originals, settings.topic(Topic.REPLAYS), groups, clock);
    }

    /** All that are known, newest first. */
    public List<ReplayStatus> list() {
        return list(id -> true);
    }

    /** The replays whose id is wanted, newest first. */
    public List<ReplayStatus> list(Predicate<String> wanted) {
        return groups.ids().stream()
                .filter(wanted)
                .flatMap(id -> groups.find(id, false).stream())
                .sorted(ReplayStatus.NEWEST_FIRST)
                .toList();
    }

    /** @throws UnknownException if there is no replay with that id */
    public ReplayStatus status(String id) {
        return groups.find(id, false).orElseThrow(() -> unknown(id));
    }

    private static UnknownException unknown(String id) {
        return new UnknownException("there is no replay " + id
                + ": 'hapax replay list' shows those there are; the brokers forget one that has not moved for"
                + " offsets.retention.minutes");
    }

    private Source source(String topic) {
        Source source = sources.get().ofTopic(topic);
        if (source == null) {
            throw new OperationException("no source reads topic " + topic
                    + ", so its messages can't be replayed: use one of "
                    + settings.sources().stream().map(SourceSettings::topic).toList());
        }
        return source;
    }

    @Override
    public void close() {
        admin.close();
    }

    /**
     * The replay that an operator requests.
     *
     * @param rate messages a second at most; 0 for no limit
     * @param silent whether the decisions raise no alerts
     * @param reason why; may be empty
     */
    public record Request(
            ReplayRange.Stretch stretch, Where where, int rate, boolean silent, String actor, String reason) {

        private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,8})(/s)?");

        public Request {
            if (rate < 0) {
                throw new IllegalArgumentException("a rate of " + rate + " a second can't be kept");
            }
        }

        /**
         * Messages a second.
         *
         * @throws IllegalArgumentException that names the option, its value and what it should be
         */
        public static int rate(String option, String text) {
            Matcher matcher = RATE.matcher(text.strip());
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        option + ": '" + text + "' must be messages a second, such as 500/s");
            }
            return Integer.parseInt(matcher.group(1));
        }
    }
}
