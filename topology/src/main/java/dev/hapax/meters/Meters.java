package dev.hapax.meters;

import dev.hapax.delivery.DeliveryState;
import dev.hapax.domain.Reason;
import dev.hapax.guard.GuardMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The meters of an instance, kept in a registry. All its tasks count here; no call looks anything up in the registry. */
public final class Meters implements GuardMetrics {

    /** The source of a message that does not say which. */
    public static final String UNKNOWN = "unknown";

    private static final int MOST_SOURCES = 200;
    private static final int MOST_LABELS = 200;

    private static final Duration[] LATENCIES = seconds("0.01 0.05 0.1 0.25 0.5 1 2.5 5 10 30 60 300 3600 86400");
    private static final Duration[] WORK = seconds("2e-6 5e-6 1e-5 2e-5 5e-5 1e-4 5e-4 1e-3 0.01 0.1 1");

    private final MeterRegistry registry;
    private final Counters<OutcomeLabel> messages;
    private final Counters<Boolean> decisions;
    private final Map<Reason, LongAdder> quarantined = new EnumMap<>(Reason.class);
    private final Map<OutcomeLabel, LongAdder> replayed = new EnumMap<>(OutcomeLabel.class);
    private final Map<CommandResult, LongAdder> commands = new EnumMap<>(CommandResult.class);
    private final Map<DeliveryState, LongAdder> deliveries = new EnumMap<>(DeliveryState.class);
    private final Map<UnsubscribeResult, LongAdder> unsubscribes = new EnumMap<>(UnsubscribeResult.class);
    private final LedgerGauges ledgers = new LedgerGauges();
    private final LongAdder leaseExpiries;
    private final LongAdder campaignPauses;
    private final LongAdder alerts;
    private final LongAdder wrongTokens;
    private final LongAdder refusedCommits;
    private final LongAdder refusedRules;
    private final LongAdder evictedBuckets;
    private final LongAdder evictedEntries;
    private final Bounded<Timer> eventLatency;
    private final Bounded<Timer> eventAhead;
    private final Bounded<Timer> classify;
    private final Timer intake;
    private final Timer admit;
    private final Timer eviction;
    private final Timer warmUp;

    public Meters(MeterRegistry registry) {
        this.registry = registry;
        this.messages = new Counters<>(registry, Meter.MESSAGES, MOST_SOURCES, words());
        this.decisions = new Counters<>(registry, Meter.DECISIONS, MOST_LABELS, Map.of(false, "false", true, "true"));
        // What has not occurred yet is 0 and not absent: nobody can take the rate of what is not there.
        for (Reason reason : Reason.values()) {
            quarantined.put(reason, counter(Meter.QUARANTINED, reason.name()));
        }
        for (OutcomeLabel outcome : OutcomeLabel.values()) {
            replayed.put(outcome, counter(Meter.REPLAYED, outcome.word()));
        }
        for (CommandResult answer : CommandResult.values()) {
            commands.put(answer, counter(Meter.COMMANDS, answer.word()));
        }
        for (UnsubscribeResult result : UnsubscribeResult.values()) {
            unsubscribes.put(result, counter(Meter.UNSUBSCRIBES, result.word()));
        }
        for (DeliveryState state : DeliveryState.values()) {
            deliveries.put(state, counter(Meter.DELIVERIES, state.name()));
            if (!state.isEnd()) {
                read(Meter.OPEN_DELIVERIES, state.name(), () -> ledgers.open(state));
            }
        }
        read(
                Meter.APPROVAL_AGE,
                () -> ledgers.approvalAge(registry.config().clock().wallTime()));
        this.leaseExpiries = counter(Meter.LEASE_EXPIRIES, "");
        this.campaignPauses = counter(Meter.CAMPAIGN_PAUSES, "");
        this.alerts = counter(Meter.ALERTS, "");
        this.wrongTokens = counter(Meter.WRONG_TOKENS, "");
        this.refusedCommits = counter(Meter.REFUSED_COMMITS, "");
        this.refusedRules = counter(Meter.REFUSED_RULES, "");
        this.evictedBuckets = counter(Meter.EVICTED_BUCKETS, "");
        this.evictedEntries = counter(Meter.EVICTED_ENTRIES, "");
        this.eventLatency = new Bounded<>(MOST_SOURCES, source -> timer(Meter.EVENT_LATENCY, source, LATENCIES));
        this.eventAhead = new Bounded<>(MOST_SOURCES, source -> timer(Meter.EVENT_AHEAD, source));
        this.classify = new Bounded<>(MOST_SOURCES, source -> timer(Meter.CLASSIFY, source, WORK));
        this.intake = timer(Meter.WORK, "intake", WORK);
        this.admit = timer(Meter.WORK, "admit", WORK);
        this.eviction = timer(Meter.EVICTION, "", WORK);
        this.warmUp = timer(Meter.WARM_UP, "", WORK);
    }

    /** Meters that nobody reads. */
    public static Meters unread() {
        return new Meters(new SimpleMeterRegistry());
    }

    public MeterRegistry registry() {
        return registry;
    }

    /** Starts the counts of these sources at 0. */
    public void expect(Collection<String> sources) {
        sources.forEach(source -> {
            messages.of(source, OutcomeLabel.ADMITTED);
            eventLatency.get(source);
            eventAhead.get(source);
            classify.get(source);
        });
    }

    /** Has a gauge read whenever somebody asks for it. */
    public void read(Meter gauge, Supplier<Number> value) {
        read(gauge, "", value);
    }

    /** @param tag the value of the only tag; empty for a gauge without tags */
    private void read(Meter gauge, String tag, Supplier<Number> value) {
        Gauge.builder(gauge.id(), value)
                .tags(tag.isEmpty() ? Tags.empty() : Tags.of(gauge.tags().get(0), tag))
                .description(gauge.help())
                .baseUnit(gauge.unit())
                .register(registry);
    }

    /** A message came to its end. */
    public void count(@Nullable String source, OutcomeLabel outcome, boolean replay) {
        messages.of(source == null ? UNKNOWN : source, outcome).increment();
        if (replay) {
            increment(replayed, outcome);
        }
    }

    public void decided(String label, boolean important) {
        decisions.of(label, important).increment();
    }

    public void alerted() {
        alerts.increment();
    }

    public void quarantined(Reason reason) {
        increment(quarantined, reason);
    }

    /** Someone came to the HTTP server with a wrong token. */
    public void refusedToken() {
        wrongTokens.increment();
    }

    /** A request of a link to unsubscribe was answered. */
    public void unsubscribe(UnsubscribeResult result) {
        increment(unsubscribes, result);
    }

    public void refusedCommit() {
        refusedCommits.increment();
    }

    public void refusedRules() {
        refusedRules.increment();
    }

    /** A delivery is in this state from now on. */
    public void delivery(DeliveryState state) {
        increment(deliveries, state);
    }

    /** The lease of a claim has ended without a report. */
    public void leaseEnded() {
        leaseExpiries.increment();
    }

    /** Counts a campaign that has paused itself. */
    public void campaignPaused() {
        campaignPauses.increment();
    }

    /** Where the ledgers of this instance leave their counts. */
    public LedgerGauges ledgers() {
        return ledgers;
    }

    public void answered(CommandResult answer) {
        increment(commands, answer);
    }

    @Override
    public void evicted(long buckets, long entries, long nanos) {
        evictedBuckets.add(buckets);
        evictedEntries.add(entries);
        eviction.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void warmedUp(long nanos) {
        warmUp.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** A negative latency is that of a clock ahead of ours: it counts as none, and how far ahead is told apart. */
    public void eventLatency(String source, long millis) {
        eventLatency.get(source).record(Math.max(0, millis), TimeUnit.MILLISECONDS);
        if (millis < 0) {
            eventAhead.get(source).record(-millis, TimeUnit.MILLISECONDS);
        }
    }

    public void classified(String source, long nanos) {
        classify.get(source).record(nanos, TimeUnit.NANOSECONDS);
    }

    public void tookIn(long nanos) {
        intake.record(nanos, TimeUnit.NANOSECONDS);
    }

    public void admitted(long nanos) {
        admit.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** What has been counted so far. Cheap enough to be asked for every second; what is counted meanwhile may be missing. */
    public InstanceCounts tally() {
        Map<String, Long> byReason = new TreeMap<>();
        quarantined.forEach((reason, count) -> byReason.put(reason.name(), count.sum()));
        return new InstanceCounts(messages.sums(), byReason, decisions.totals(), alerts.sum());
    }

    private static <K> void increment(Map<K, LongAdder> counters, K which) {
        Objects.requireNonNull(counters.get(which)).increment();
    }

    private LongAdder counter(Meter meter, String tag) {
        return new Counters<>(registry, meter, 1, Map.of("", "")).of(tag, "");
    }

    private static Map<OutcomeLabel, String> words() {
        Map<OutcomeLabel, String> words = new EnumMap<>(OutcomeLabel.class);
        for (OutcomeLabel outcome : OutcomeLabel.values()) {
            words.put(outcome, outcome.word());
        }
        return words;
    }

    private Timer timer(Meter meter, String tag, Duration... bounds) {
        Tags tags = meter.tags().isEmpty() ? Tags.empty() : Tags.of(meter.tags().get(0), tag);
        return Timer.builder(meter.id())
                .tags(tags)
                .description(meter.help())
                .serviceLevelObjectives(bounds)
                .register(registry);
    }

    private static Duration[] seconds(String list) {
        String[] texts = list.split(" ", -1);
        Duration[] bounds = new Duration[texts.length];
        for (int i = 0; i < texts.length; i++) {
            bounds[i] = Duration.ofNanos(Math.round(Double.parseDouble(texts[i]) * 1e9));
        }
        return bounds;
    }
}
