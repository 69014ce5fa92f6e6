package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/** The result of intake: a message with an identity, or a refusal. */
public sealed interface Intake permits Intake.Arrived, Outcome.Refused {

    /**
     * A message that the guard can judge.
     *
     * @param content the fields for the classifier, by the names it uses; null if they were not read or left behind, so that
     *     the message has to be read again before it is classified
     * @param silent whether its decision must not raise an alert
     * @param copyCheck where else a copy of it may have acted; null when only its own generation counts
     * @param classification null when it still has to be classified
     */
    record Arrived(
            Arrival arrival,
            @Nullable Content content,
            boolean silent,
            @Nullable CopyCheck copyCheck,
            @Nullable Classification classification)
            implements Intake {

        public Arrived(Arrival arrival, @Nullable Content content) {
            this(arrival, content, false, null, null);
        }

        /** As it comes out of the repartition topic. */
        public static Arrived moved(Arrival arrival, @Nullable Classification classification) {
            return new Arrived(arrival, null, false, null, classification);
        }

        public Arrived as(Classification classified) {
            return new Arrived(arrival, content, silent, copyCheck, classified);
        }

        /** The same, on the terms of a replay. */
        public Arrived replayedBy(Replay replay) {
            return new Arrived(arrival, content, replay.silent(), replay.copyCheck(), classification);
        }
    }
}
