package dev.hapax.meters;

import java.util.List;

/** Every meter of an instance. Names and tags are public: dashboards and alert rules rely on them. */
public enum Meter {
    MESSAGES(
            Kind.COUNTER,
            "hapax.messages",
            "messages",
            "Messages by outcome, replayed ones included. The sum over all outcomes is the number of messages read",
            "source",
            "outcome"),
    DECISIONS(Kind.COUNTER, "hapax.decisions", "decisions", "Decisions by label", "label", "important"),
    ALERTS(Kind.COUNTER, "hapax.alerts", "alerts", "Important decisions published as alerts"),
    QUARANTINED(Kind.COUNTER, "hapax.quarantined", "messages", "Messages sent to quarantine, by reason", "reason"),
    REPLAYED(
            Kind.COUNTER,
            "hapax.replayed",
            "messages",
            "Messages read from the replays topic, by outcome. They also count in hapax.messages",
            "outcome"),
    REPLAY_PASSED(
            Kind.GAUGE,
            "hapax.replay.passed",
            "offsets",
            "Committed progress of the replay that runs in this instance, in offsets. 0 while none runs"),
    REPLAY_LENGTH(
            Kind.GAUGE,
            "hapax.replay.length",
            "offsets",
            "Length of that replay in offsets, including those that its filter skips. 0 while none runs"),
    COMMANDS(Kind.COUNTER, "hapax.commands", "commands", "Operator commands, by answer", "answer"),
    EVENT_LATENCY(
            Kind.TIMER,
            "hapax.event.latency",
            "seconds",
            "Time from the event time of a message to its outcome, by the clock of the instance. Without replays. Sampled: one message in 16",
            "source"),
    EVENT_AHEAD(
            Kind.TIMER,
            "hapax.event.ahead",
            "seconds",
            "How far the event time of a message is ahead of the clock of the instance. Only messages that passed intake and are ahead. Sampled: one message in 16",
            "source"),
    WORK(
            Kind.TIMER,
            "hapax.work",
            "seconds",
            "Processing time of a message by step: intake reads it; admit looks it up in the guard, classifies it and publishes the outcome. Sampled: one message in 16",
            "step"),
    CLASSIFY(
            Kind.TIMER,
            "hapax.classify",
            "seconds",
            "Time to classify a message. Includes reading the fields if intake has not read them. Sampled: one classified message in 16",
            "source"),
    COMMIT_LATENCY(
            Kind.GAUGE,
            "hapax.commit.latency",
            "seconds",
            "Average duration of a commit, over all stream threads and the last 30 to 60 seconds. A decision becomes visible with its commit. NaN until the first commit"),
    COMMIT_LATENCY_MAX(
            Kind.GAUGE, "hapax.commit.latency.max", "seconds", "Longest of these commits. NaN until the first commit"),
    GUARD_ENTRIES(
            Kind.GAUGE, "hapax.guard.entries", "entries", "Entries in the guards of the active tasks of this instance"),
    GUARD_BYTES(Kind.GAUGE, "hapax.guard", "bytes", "Size of these guards on disk and in write buffers"),
    GUARD_FILTERS(
            Kind.GAUGE,
            "hapax.guard.filter",
            "bytes",
            "Heap used by the filters of the guard. Limited by guard.filter-memory"),
    GUARD_FILTER_BOUND(
            Kind.GAUGE,
            "hapax.guard.filter.bound",
            "bytes",
            "Value of guard.filter-memory. A filter that does not fit is dropped, and lookups in its bucket go to disk"),
    GUARD_UNFILTERED(
            Kind.GAUGE,
            "hapax.guard.unfiltered",
            "buckets",
            "Buckets without a filter because guard.filter-memory is used up. Does not count filters that are being filled after a start"),
    GUARD_EXPIRED(
            Kind.GAUGE,
            "hapax.guard.expired",
            "entries",
            "Entries in buckets that have expired by stream time but are not evicted yet"),
    GUARD_EVICTION_LAG(
            Kind.GAUGE,
            "hapax.guard.eviction.lag",
            "seconds",
            "Stream time since the last eviction, in the partition with the largest lag"),
    STATE_DISK_SIZE(Kind.GAUGE, "hapax.state.disk.size", "bytes", "Size of the file system of instance.state-dir"),
    STATE_DISK_FREE(
            Kind.GAUGE, "hapax.state.disk.free", "bytes", "Free space on the file system of instance.state-dir"),
    EVICTION(Kind.TIMER, "hapax.guard.eviction", "seconds", "Duration of an eviction run. The task waits for it"),
    EVICTED_BUCKETS(
            Kind.COUNTER,
            "hapax.guard.evicted.buckets",
            "buckets",
            "Buckets evicted from the guard because all their entries have expired"),
    EVICTED_ENTRIES(Kind.COUNTER, "hapax.guard.evicted.entries", "entries", "Entries evicted with these buckets"),
    WARM_UP(
            Kind.TIMER,
            "hapax.guard.warm.up",
            "seconds",
            "Duration of one step of filling a cold filter. The task waits for it. Until a filter is full, lookups go to disk"),
    REFUSED_COMMITS(
            Kind.COUNTER,
            "hapax.refused.commits",
            "commits",
            "Commits refused because they would have skipped records. The tasks of the thread restart at the committed offsets, and nothing is lost"),
    REFUSED_RULES(
            Kind.COUNTER,
            "hapax.refused.rules",
            "rules",
            "Records of the rules topic that this instance could not use. The rules before them stay in force"),
    DELIVERIES(
            Kind.COUNTER,
            "hapax.deliveries",
            "deliveries",
            "Deliveries that entered a state, by state. 0 without delivery.channels",
            "state"),
    OPEN_DELIVERIES(
            Kind.GAUGE,
            "hapax.open.deliveries",
            "deliveries",
            "Deliveries that have not ended, by state, in the partitions of this instance. About one second old",
            "state"),
    APPROVAL_AGE(
            Kind.GAUGE,
            "hapax.delivery.approval.age",
            "seconds",
            "How long the first of the deliveries in AWAITING_APPROVAL has waited. 0 if none waits"),
    LEASE_EXPIRIES(
            Kind.COUNTER,
            "hapax.delivery.lease.expiries",
            "expiries",
            "Claims whose lease ended without a report of the worker"),
    CAMPAIGN_PAUSES(
            Kind.COUNTER,
            "hapax.campaign.pauses",
            "pauses",
            "Campaigns that paused themselves, because their channel failed or too much was refused. Counts since the instance started"),
    UNSUBSCRIBES(
            Kind.COUNTER,
            "hapax.unsubscribes",
            "unsubscribes",
            "Requests of links to unsubscribe, by result: shown (the page), done (opted out), unknown (no such token), refused (rate, size or method), failed (the brokers did not answer). 0 without campaign.unsubscribe.port",
            "result"),
    WRONG_TOKENS(Kind.COUNTER, "hapax.admin.wrong.tokens", "tokens", "HTTP requests refused because of a wrong token");

    private static final String REPEATS =
            ". Counts since the instance started. Work repeated after an aborted transaction counts again";

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

    /** Its name in Micrometer. */
    public String id() {
        return id;
    }

    public String unit() {
        return unit;
    }

    /** Its description, without what holds for every meter of its kind. */
    public String description() {
        return description;
    }

    /** Its full description. */
    public String help() {
        return kind == Kind.COUNTER && this != WRONG_TOKENS && this != REFUSED_COMMITS && this != UNSUBSCRIBES
                ? description + REPEATS
                : description;
    }

    public List<String> tags() {
        return tags;
    }

    /** Its name in Prometheus. The name of a timer is followed by {@code _count}, {@code _sum}, {@code _max} and {@code _bucket}. */
    public String prometheusName() {
        String name = id.replace('.', '_');
        if (!name.endsWith("_" + unit)) {
            name += "_" + unit;
        }
        return kind == Kind.COUNTER ? name + "_total" : name;
    }

    /** The kinds of meter. */
    public enum Kind {
        /** Only grows; starts at 0 with the instance. */
        COUNTER,
        /** A current value. */
        GAUGE,
        /** Count, total time, recent maximum and a histogram. */
        TIMER
    }
}
