package dev.hapax.topics;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A topic of an application besides its sources. Names are public: they change only with a migration. {@code
 * docs/records.md} describes the records.
 */
public enum Topic {
    /** Messages to process again. Operators write it, the topology reads it. */
    REPLAYS(Role.INPUT, "replays", "identity", "the original value", true, Size.ORIGINAL, Duration.ofDays(7)),
    /** Commands to the task that owns an identity, and their receipts. */
    COMMANDS(Role.INPUT, "commands", "identity", "hapax.command/1", true, Size.ANY, Duration.ofDays(90)),
    /** What the classifier said of each admitted message. */
    DECISIONS(Role.OUTPUT, "decisions", "identity", "hapax.decision/1", false, Size.MESSAGE, null),
    /** The important decisions. */
    ALERTS(Role.OUTPUT, "alerts", "identity", "hapax.decision/1", false, Size.MESSAGE, null),
    /** Suppressed messages, each with the message that acted instead. */
    DUPLICATES(Role.OUTPUT, "duplicates", "identity", "hapax.duplicate/1", false, Size.MESSAGE, Duration.ofDays(7)),
    /** Messages that could not be decided, verbatim. */
    QUARANTINE(
            Role.RECORD,
            "quarantine",
            "the original key",
            "the original value",
            false,
            Size.ORIGINAL,
            Duration.ofDays(90)),
    /** State, owner and history of each quarantined case. Compacted. */
    CASES(Role.RECORD, "quarantine.cases", "case", "hapax.case/1", false, Size.CASE, null),
    /** Every version of the rules that an operator applied, the newest last. Compacted. Only where a classifier reloads. */
    RULES(Role.RECORD, "rules", "classifier and version", "the rule file", false, Size.ANY, null),
    /** Deliveries to send. Anyone may write it. */
    DELIVERIES(Role.INPUT, "deliveries", "delivery", "the artifact", true, Size.ARTIFACT, Duration.ofDays(7)),
    /** What workers, people and the ledger report on deliveries. */
    DELIVERY_EVENTS(
            Role.INPUT,
            "deliveries.events",
            "delivery",
            "hapax.delivery-event/1",
            true,
            Size.ARTIFACT,
            Duration.ofDays(7)),
    /** Deliveries that a worker may claim. */
    DUE(Role.RECORD, "deliveries.due", "delivery", "the artifact", true, Size.ARTIFACT, Duration.ofDays(90)),
    /** The last offset of {@link #DUE} that was claimed, by partition. Compacted. */
    CLAIMS(Role.RECORD, "deliveries.claims", "partition", "an offset", true, Size.ANY, null),
    /** The state and the history of each delivery. Compacted. */
    LEDGER(Role.RECORD, "deliveries.ledger", "delivery", "hapax.delivery/1", true, Size.CASE, null),
    /** Signed evidence of attempts and ends. Kept until someone deletes it. */
    RECEIPTS(Role.RECORD, "deliveries.receipts", "delivery", "hapax.receipt/1", true, Size.CASE, null),
    /** Stagings and bounces that the ledger refused, verbatim. */
    REFUSED_DELIVERIES(
            Role.RECORD, "deliveries.refused", "delivery", "the artifact", false, Size.ARTIFACT, Duration.ofDays(90)),
    /** Whether anything may be sent, and which deliveries must not be. Compacted. */
    DELIVERY_CONTROL(
            Role.RECORD, "deliveries.control", "switch or delivery", "hapax.delivery-control/1", false, Size.ANY, null),
    /** Addresses that have opted out, or to which mails bounce. Compacted. */
    SUPPRESSIONS(Role.RECORD, "deliveries.suppressions", "address", "hapax.suppression/1", false, Size.ANY, null),
    /** Definition, status, approvals and counts of each campaign. Compacted, and never forgotten: an id is used once. */
    CAMPAIGNS(Role.RECORD, "deliveries.campaigns", "campaign", "hapax.campaign/1", true, Size.CASE, null),
    /** The guard's entries. Kept for as long as the guard remembers them. */
    GUARD_CHANGELOG(Role.INTERNAL, "-guard-changelog", "chunk", "guard entries", true, Size.ANY, null),
    /** The ledger's store. */
    LEDGER_CHANGELOG(
            Role.INTERNAL, "-ledger-changelog", "entry", "state, artifact or index", true, Size.ARTIFACT, null),
    /** Messages on their way to the partition of their identity. */
    REPARTITION(Role.INTERNAL, "-by-identity-repartition", "identity", "arrival", true, Size.MESSAGE, null);

    /** What a topic is for. */
    public enum Role {
        /** Operators write it, the topology reads it. */
        INPUT,
        /** The topology writes it, users read it and may bound it as they like. */
        OUTPUT,
        /** What must be kept for operators. */
        RECORD,
        /** Created by Kafka Streams, and named after the application instead of the prefix. */
        INTERNAL
    }

    /** How large its records can get. */
    public enum Size {
        /** Small, whatever the messages are. */
        ANY,
        /** As large as a message that passes intake. */
        MESSAGE,
        /** As large as a message that quarantine can hold. */
        ORIGINAL,
        /** As large as the longest history of a case. */
        CASE,
        /** As large as {@code delivery.max-artifact-bytes} allows. */
        ARTIFACT
    }

    private final Role role;
    private final String suffix;
    private final String key;
    private final String value;
    private final boolean partitionedLikeTheGuard;
    private final Size largest;
    private final @Nullable Duration retention;

    Topic(
            Role role,
            String suffix,
            String key,
            String value,
            boolean partitionedLikeTheGuard,
            Size largest,
            @Nullable Duration retention) {
        this.role = role;
        this.suffix = suffix;
        this.key = key;
        this.value = value;
        this.partitionedLikeTheGuard = partitionedLikeTheGuard;
        this.largest = largest;
        this.retention = retention;
    }

    /** Whether it exists only where the configuration has a channel for deliveries. */
    public boolean isForDelivery() {
        return switch (this) {
            case DELIVERIES,
                    DELIVERY_EVENTS,
                    DUE,
                    CLAIMS,
                    LEDGER,
                    RECEIPTS,
                    REFUSED_DELIVERIES,
                    DELIVERY_CONTROL,
                    SUPPRESSIONS,
                    CAMPAIGNS,
                    LEDGER_CHANGELOG -> true;
            default -> false;
        };
    }

    public Role role() {
        return role;
    }

    /** The name, for an application with this prefix and id. */
    public String name(String prefix, String applicationId) {
        return (role == Role.INTERNAL ? applicationId : prefix) + suffix;
    }

    /** What its records are keyed by. */
    public String key() {
        return key;
    }

    /** What its records hold: a schema, where they have one. */
    public String value() {
        return value;
    }

    /** Whether it must have as many partitions as the guard, because a task reads both. */
    public boolean partitionedLikeTheGuard() {
        return partitionedLikeTheGuard;
    }

    public Size largest() {
        return largest;
    }

    /** How long its records are kept by default; null where the broker's own default holds, or where settings decide. */
    public @Nullable Duration retention() {
        return retention;
    }
}
