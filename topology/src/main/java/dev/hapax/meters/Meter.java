package dev.hapax.meters;

import java.util.List;

/** Every meter of an instance. Names and tags are public: dashboards and alert rules rely on them. */
public enum Meter {
    MESSAGES(
            Kind.COUNTER,
            "hapax.messages",
            "messages",
            "Messages by what became of them, replayed ones included; all outcomes together are what was read",
            "source",
            "outcome"),
    DECISIONS(Kind.COUNTER, "hapax.decisions", "decisions", "Decisions by what was decided", "label", "important"),
    ALERTS(Kind.COUNTER, "hapax.alerts", "alerts", "Important decisions published as alerts"),
    QUARANTINED(Kind.COUNTER, "hapax.quarantined", "messages", "Messages sent to quarantine, by why", "reason"),
    REPLAYED(
            Kind.COUNTER,
            "hapax.replayed",
            "messages",
            "Messages read from the replays topic, by what became of them; part of hapax.messages too",
            "outcome"),
    REPLAY_PASSED(
            Kind.GAUGE,
            "hapax.replay.passed",
            "offsets",
            "How many offsets the replay that runs in this instance has passed, as far as it is committed; 0 while none runs"),
    REPLAY_LENGTH(
            Kind.GAUGE,
            "hapax.replay.length",
            "offsets",
            "How many offsets that replay has in all, those its filter leaves out included; 0 while none runs"),
    COMMANDS(Kind.COUNTER, "hapax.commands", "commands", "Commands of operators, by how they were answered", "answer"),
    EVENT_LATENCY(
            Kind.TIMER,
            "hapax.event.latency",
            "seconds",
            "From a message's own time to its outcome, by the instance's clock; without replays; one message in 16",
            "source"),
    EVENT_AHEAD(
            Kind.TIMER,
            "hapax.event.ahead",
            "seconds",
            "How far a message's own time was ahead of the instance's clock; only of those that were, and were taken in;"
                    + " one message in 16",
            "source"),
    WORK(
            Kind.TIMER,
            "hapax.work",
            "seconds",
            "Time spent on a message: intake reads it, admit shows it to the guard, has it decided and publishes the"
                    + " outcome; one message in 16",
            "step"),
    CLASSIFY(
            Kind.TIMER,
            "hapax.classify",
            "seconds",
            "Time a decision took, with the reading of what the classifier asks for where intake has not read it;"
                    + " one classified message in 16",
            "source"),
    COMMIT_LATENCY(
            Kind.GAUGE,
            "hapax.commit.latency",
            "seconds",
            "How long a commit takes, and so how long a decision waits to be seen: the average of the last half minute to"
                    + " minute over all stream threads; NaN while none has committed"),
    COMMIT_LATENCY_MAX(
            Kind.GAUGE,
            "hapax.commit.latency.max",
            "seconds",
            "The longest of these commits; NaN while none has committed"),
    GUARD_ENTRIES(
            Kind.GAUGE,
            "hapax.guard.entries",
            "entries",
            "Entries in the guards of this instance's active tasks, as each last reported"),
    GUARD_BYTES(
            Kind.GAUGE,
            "hapax.guard",
            "bytes",
            "What these guards take on disk and in the buffers before it, as each last reported"),
    GUARD_FILTERS(
            Kind.GAUGE,
            "hapax.guard.filter",
            "bytes",
            "Heap taken by the guard's filters, of which there is as much as guard.filter-memory says"),
    GUARD_FILTER_BOUND(
            Kind.GAUGE,
            "hapax.guard.filter.bound",
            "bytes",
            "guard.filter-memory: a filter that would take more than is left of it is given up, and look-ups in its bucket go"
                    + " to disk"),
    GUARD_UNFILTERED(
            Kind.GAUGE,
            "hapax.guard.unfiltered",
            "buckets",
            "Buckets that live without a filter because guard.filter-memory was used up; not those whose filter is being"
                    + " filled after a start"),
    GUARD_EXPIRED(
            Kind.GAUGE,
            "hapax.guard.expired",
            "entries",
            "Entries of buckets in which everything has expired by stream time, and which eviction has not dropped yet"),
    GUARD_EVICTION_LAG(
            Kind.GAUGE,
            "hapax.guard.eviction.lag",
            "seconds",
            "How far stream time has come since eviction last ran, in the partition where that is most"),
    STATE_DISK_SIZE(
            Kind.GAUGE, "hapax.state.disk.size", "bytes", "Size of the file system that instance.state-dir is on"),
    STATE_DISK_FREE(
            Kind.GAUGE,
            "hapax.state.disk.free",
            "bytes",
            "What is left on the file system that instance.state-dir is on"),
    EVICTION(Kind.TIMER, "hapax.guard.eviction", "seconds", "How long eviction held a task up, each time it ran"),
    EVICTED_BUCKETS(
            Kind.COUNTER,
            "hapax.guard.evicted.buckets",
            "buckets",
            "Buckets of the guard dropped because everything in them had expired"),
    EVICTED_ENTRIES(Kind.COUNTER, "hapax.guard.evicted.entries", "entries", "Entries dropped with their buckets"),
    WARM_UP(
            Kind.TIMER,
            "hapax.guard.warm.up",
            "seconds",
            "How long the filling of a cold filter held a task up, each time; until it is full, every look-up goes to disk"),
    REFUSED_COMMITS(
            Kind.COUNTER,
            "hapax.refused.commits",
            "commits",
            "Commits refused because they would have skipped records; the thread's tasks then start again at the committed"
                    + " offsets, and nothing is lost"),
    WRONG_TOKENS(
            Kind.COUNTER,
            "hapax.admin.wrong.tokens",
            "tokens",
            "Requests to the HTTP server that were refused because their token is not admin.token");

    private static final String REPEATS =
            ". Since the instance started; what an aborted transaction made it do again counts again";

    private final Kind kind;
    private final String id;
    private final String unit;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // List.of never changes.
    private final List<String> tags;

    Meter(Kind kind, String id, String unit, String description, String... tags) {
        this.kind = kind;
        this.id = id;
        this.unit = unit;
        this.description = description;
        this.tags = List.of(tags);
    }

    public Kind kind() {
        return kind;
    }

    /** Its name as Micrometer has it. */
    public String id() {
        return id;
    }

    public String unit() {
        return unit;
    }

    /** What it says, without what holds for all of its kind. */
    public String description() {
        return description;
    }

    /** What it says, in full. */
    public String help() {
        return kind == Kind.COUNTER && this != WRONG_TOKENS && this != REFUSED_COMMITS
                ? description + REPEATS
                : description;
    }

    public List<String> tags() {
        return tags;
    }

    /** Its name as Prometheus reads it; a timer's is followed by {@code _count}, {@code _sum}, {@code _max} and {@code _bucket}. */
    public String prometheusName() {
        String name = id.replace('.', '_');
        if (!name.endsWith("_" + unit)) {
            name += "_" + unit;
        }
        return kind == Kind.COUNTER ? name + "_total" : name;
    }

    /** How a meter changes. */
    public enum Kind {
        /** Only grows, from 0 at the instance's start. */
        COUNTER,
        /** How it stands. */
        GAUGE,
        /** How often, how long in all, how long at most of late, and how many within each bound. */
        TIMER
    }
}
