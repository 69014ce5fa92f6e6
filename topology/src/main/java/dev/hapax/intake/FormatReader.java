package dev.hapax.intake;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;

/** Reads messages of one source. Called from several threads at once. */
public interface FormatReader {

    /**
     * The fields asked for, as far as the message has them. A tombstone reads as {@link Content#EMPTY}.
     *
     * @throws RefusedException UNREADABLE when the bytes are not of this format, INVALID when they are but say something
     *     that cannot be
     */
    Content read(Message message) throws RefusedException;

    /**
     * A hash of everything the message says, whatever the order of its fields or its white space.
     *
     * @throws RefusedException as {@link #read}
     */
    Fingerprint digest(Message message) throws RefusedException;
}
