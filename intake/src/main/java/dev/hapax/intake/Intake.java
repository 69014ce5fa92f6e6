package dev.hapax.intake;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Classification;
import dev.hapax.domain.Content;
import dev.hapax.domain.CopyCheck;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.Replay;
import org.jspecify.annotations.Nullable;

/** What becomes of a message at the door. */
public sealed interface Intake {

    /**
     * It can be read, and it is known what it stands for.
     *
     * @param content what the classifier may be shown, by the names it uses; or {@link #UNREAD}
     * @param silent whether its decision must raise no alert
     * @param copyCheck where else a copy of it may have acted; null when only its own generation counts
     * @param classification null when it still has to be classified
     */
    record Arrived(
            Arrival arrival,
            Content content,
            boolean silent,
            @Nullable CopyCheck copyCheck,
            @Nullable Classification classification)
            implements Intake {

        /**
         * Says nothing: the message can be taken in, but what only the classifier asks for could not be read with the rest.
         * It has to be read again when the message is to be decided, and is refused then.
         */
        public static final Content UNREAD = field -> {
            throw new IllegalStateException("not read; SourceReader.content reads it");
        };

        public Arrived(Arrival arrival, Content content) {
            this(arrival, content, false, null, null);
        }

        public Arrived as(Classification classified) {
            return new Arrived(arrival, content, silent, copyCheck, classified);
        }

        /** The same, on the terms of a replay. */
        public Arrived replayedBy(Replay replay) {
            return new Arrived(arrival, content, replay.silent(), replay.copyCheck(), classification);
        }
    }

    /** It goes to quarantine. */
    record Refused(Refusal refusal) implements Intake {}
}
