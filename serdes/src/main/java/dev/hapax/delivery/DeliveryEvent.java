package dev.hapax.delivery;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Something that happened to a delivery, or that someone wants to happen. The ledger decides whether it fits. */
public sealed interface DeliveryEvent {

    /** A delivery was handed in. */
    record Staged(Draft draft) implements DeliveryEvent {
        public Staged {
            Objects.requireNonNull(draft, "draft");
        }
    }

    /** Other bytes for a delivery that is not on its way yet. Voids its approval. */
    record Edited(Draft draft, String by) implements DeliveryEvent {
        public Edited {
            Objects.requireNonNull(draft, "draft");
            Objects.requireNonNull(by, "by");
        }
    }

    /** A person or a policy has decided. */
    record Reviewed(Approval approval) implements DeliveryEvent {
        public Reviewed {
            Objects.requireNonNull(approval, "approval");
        }
    }

    /** A person does not want it to be sent. */
    record CancelRequested(String by, String reason) implements DeliveryEvent {
        public CancelRequested {
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * A worker is about to send it.
     *
     * @param leaseMillis for how long it may try
     * @param socketMillis how long, at most, the target can still accept it after the lease has ended
     */
    record Claimed(int attempt, String worker, long leaseMillis, long socketMillis) implements DeliveryEvent {
        public Claimed {
            Objects.requireNonNull(worker, "worker");
        }
    }

    /**
     * A worker found, at the moment of its claim, that it must not be sent.
     *
     * @param state SUPPRESSED, CANCELLED or EXPIRED
     */
    record Stopped(int attempt, DeliveryState state, String worker, String detail) implements DeliveryEvent {
        public Stopped {
            if (state != DeliveryState.SUPPRESSED
                    && state != DeliveryState.CANCELLED
                    && state != DeliveryState.EXPIRED) {
                throw new IllegalArgumentException("a worker cannot end a delivery as " + state);
            }
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** A worker found, at the moment of its claim, that the channel is down. Nothing was tried, and nothing is sent before its next turn. */
    record Postponed(int attempt, String worker, String detail) implements DeliveryEvent {
        public Postponed {
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** A worker found, at the moment of its claim, that the campaign does not send at present. Nothing was tried. */
    record Held(int attempt, String worker, String detail) implements DeliveryEvent {
        public Held {
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** How an attempt ended, as its worker saw it. */
    record Reported(int attempt, Result result, String worker, String evidence) implements DeliveryEvent {
        public Reported {
            Objects.requireNonNull(result, "result");
            Objects.requireNonNull(worker, "worker");
            Objects.requireNonNull(evidence, "evidence");
        }
    }

    /** The ledger's own note that a lease has ended. It counts when it is read back, behind every report that came before it. */
    record LeaseEnded(int attempt) implements DeliveryEvent {}

    /** A person knows what became of a stranded delivery. */
    record Reconciled(int attempt, Resolution resolution, String by, String evidence) implements DeliveryEvent {
        public Reconciled {
            Objects.requireNonNull(resolution, "resolution");
            Objects.requireNonNull(by, "by");
            Objects.requireNonNull(evidence, "evidence");
        }
    }

    /**
     * A mail server reported what became of the mail after the target had accepted it. Anyone may claim that.
     *
     * @param recipient the address that the report is about, as the server knows it
     * @param original the address that the server was given before it was forwarded or rewritten; null if the report has none
     * @param status the enhanced status code of RFC 3463, such as 5.1.1
     * @param diagnostic what the server of the recipient answered; empty if the report has none
     * @param server the mail server that wrote the report
     * @param at the coordinates of the report
     */
    record Bounced(
            String recipient,
            @Nullable String original,
            Bounce.Action action,
            String status,
            String diagnostic,
            String server,
            String at)
            implements DeliveryEvent {

        private static final Pattern STATUS = Pattern.compile("[245]\\.[0-9]{1,3}\\.[0-9]{1,3}");

        public Bounced {
            Objects.requireNonNull(recipient, "recipient");
            Objects.requireNonNull(action, "action");
            if (!STATUS.matcher(status).matches()) {
                throw new IllegalArgumentException("status: must be a code such as 5.1.1");
            }
            Objects.requireNonNull(diagnostic, "diagnostic");
            Objects.requireNonNull(server, "server");
            Objects.requireNonNull(at, "at");
        }
    }

    /**
     * The campaign that a delivery is part of.
     *
     * @param audience the version of the campaign's recipients that it came with
     */
    record InCampaign(String id, int audience) {
        public InCampaign {
            Objects.requireNonNull(id, "id");
        }
    }

    /** How an attempt can end. */
    enum Result {
        /** The target accepted it. */
        SENT,
        /** Certainly not sent. Counts against the retry budget. */
        NOT_SENT,
        /** Certainly not sent, and not tried: the worker stops, or its lease was too short. Does not count. */
        RETURNED,
        /** The target refuses it for good. */
        REFUSED,
        /** It may have been sent. */
        UNKNOWN
    }

    /** What a person can say of a stranded delivery. */
    enum Resolution {
        SENT,
        NOT_SENT,
        ABANDONED
    }

    /**
     * What is to be delivered.
     *
     * @param channel the name of a channel of the configuration
     * @param target the recipient's address, or a URL
     * @param sha256 of the artifact, the exact bytes
     * @param size of the artifact, in bytes
     * @param stagedBy a person, {@code rule:NAME} or {@code topic}
     * @param cause the identity or the coordinates of the message behind it
     * @param score of a classifier, from 0 to 1; low ones are reviewed first
     * @param notBefore epoch milliseconds
     * @param expires epoch milliseconds
     * @param traceparent the trace it belongs to, as W3C's Trace Context writes it; null if none
     * @param campaign what it is part of; null if of nothing
     */
    record Draft(
            String channel,
            String target,
            String sha256,
            int size,
            String stagedBy,
            @Nullable String cause,
            double score,
            long notBefore,
            long expires,
            @Nullable String traceparent,
            @Nullable InCampaign campaign) {

        /** Of no campaign. */
        public Draft(
                String channel,
                String target,
                String sha256,
                int size,
                String stagedBy,
                @Nullable String cause,
                double score,
                long notBefore,
                long expires,
                @Nullable String traceparent) {
            this(channel, target, sha256, size, stagedBy, cause, score, notBefore, expires, traceparent, null);
        }

        /** Of no trace. */
        public Draft(
                String channel,
                String target,
                String sha256,
                int size,
                String stagedBy,
                @Nullable String cause,
                double score,
                long notBefore,
                long expires) {
            this(channel, target, sha256, size, stagedBy, cause, score, notBefore, expires, null);
        }

        public Draft {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(target, "target");
            Objects.requireNonNull(sha256, "sha256");
            Objects.requireNonNull(stagedBy, "stagedBy");
        }

        public Draft withScore(double newScore) {
            return new Draft(
                    channel,
                    target,
                    sha256,
                    size,
                    stagedBy,
                    cause,
                    newScore,
                    notBefore,
                    expires,
                    traceparent,
                    campaign);
        }

        public Draft withCause(@Nullable String newCause) {
            return new Draft(
                    channel,
                    target,
                    sha256,
                    size,
                    stagedBy,
                    newCause,
                    score,
                    notBefore,
                    expires,
                    traceparent,
                    campaign);
        }

        /** Whether both are one delivery, whoever staged them and when. */
        public boolean isSameAs(Draft other) {
            return channel.equals(other.channel) && target.equals(other.target) && sha256.equals(other.sha256);
        }
    }
}
