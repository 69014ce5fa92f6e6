package dev.hapax.operations.verify;

/**
 * What became of the messages that were read, each counted once.
 *
 * @param read messages read up to the committed offsets
 * @param redeliveries the same record given again, and held back
 * @param inFlight taken in, but not shown to the guard yet
 * @param unknown whose outcome is so old that retention may have deleted it
 * @param lost without any of these
 */
public record Count(
        long read,
        long admitted,
        long duplicates,
        long redeliveries,
        long quarantined,
        long inFlight,
        long unknown,
        long lost) {

    public static final Count NONE = new Count(0, 0, 0, 0, 0, 0, 0, 0);

    public Count plus(Count other) {
        return new Count(
                read + other.read,
                admitted + other.admitted,
                duplicates + other.duplicates,
                redeliveries + other.redeliveries,
                quarantined + other.quarantined,
                inFlight + other.inFlight,
                unknown + other.unknown,
                lost + other.lost);
    }

    /** Whether everything read is accounted for. */
    public boolean addsUp() {
        return read == admitted + duplicates + redeliveries + quarantined + inFlight + unknown;
    }
}
