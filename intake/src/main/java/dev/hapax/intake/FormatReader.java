package dev.hapax.intake;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.canonical.CanonicalBytes;

/**
 * Reads messages of one source. Called from several threads at once, after {@link #open} and before {@link #close}.
 *
 * <p>Any method may throw {@link dev.hapax.domain.UnavailableException} when it cannot answer now.
 */
public interface FormatReader extends AutoCloseable {

    /** Connects to what the reader needs. Called before the first message, and again if it is used after {@link #close}. */
    default void open() {}

    /** Releases what {@link #open} acquired. Called after the last message. */
    @Override
    default void close() {}

    /**
     * The fields asked for, as far as the message has them. A tombstone reads as {@link Content#TOMBSTONE}, and only a tombstone
     * does.
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

    /** Both at once, for formats that need to read the message only once to give them. */
    default Whole readWhole(Message message) throws RefusedException {
        Content content = read(message);
        return content.isTombstone() ? Whole.TOMBSTONE : new Whole(content, digest(message));
    }

    /** The fields asked for, and the hash of everything. */
    record Whole(Content content, Fingerprint digest) {

        /** What a message without value says, whatever its format. */
        public static final Whole TOMBSTONE = new Whole(Content.TOMBSTONE, new CanonicalBytes().hashSince(0));
    }
}
