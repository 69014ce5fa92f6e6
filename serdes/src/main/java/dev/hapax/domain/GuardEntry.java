package dev.hapax.domain;

/**
 * What the guard remembers of an identity it has seen.
 *
 * @param firstTime event time of the message that was first
 * @param lastTime event time of the newest duplicate, where duplicates extend the window; otherwise {@code firstTime}
 * @param generation the replay it belongs to, 0 for none
 */
public record GuardEntry(
        Status status,
        long firstTime,
        long lastTime,
        Coordinates first,
        Fingerprint fingerprint,
        int generation,
        String label,
        boolean important) {

    /** What became of the first message. */
    public enum Status {
        DECIDED,
        /** Admitted but not decided; it waits in quarantine, and a copy of it must not act before it does. */
        QUARANTINED
    }

    public static GuardEntry decided(Arrival arrival, Judgement judgement) {
        return first(arrival, Status.DECIDED, judgement.label(), judgement.important());
    }

    public static GuardEntry quarantined(Arrival arrival, Reason reason) {
        return first(arrival, Status.QUARANTINED, reason.name(), false);
    }

    private static GuardEntry first(Arrival arrival, Status status, String label, boolean important) {
        long time = arrival.message().timestamp();
        return new GuardEntry(
                status,
                time,
                time,
                arrival.message().at(),
                arrival.fingerprint(),
                arrival.generation(),
                label,
                important);
    }

    /** The same, as it is remembered under another generation. */
    public GuardEntry under(int other) {
        return new GuardEntry(status, firstTime, lastTime, first, fingerprint, other, label, important);
    }

    public GuardEntry seenAgainAt(long time) {
        return new GuardEntry(
                status, firstTime, Math.max(lastTime, time), first, fingerprint, generation, label, important);
    }
}
