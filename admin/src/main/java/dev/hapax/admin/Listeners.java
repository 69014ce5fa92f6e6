package dev.hapax.admin;

/** Who is connected for events, for those with something to tell that is in no topic. */
public interface Listeners {

    /** How many there are. */
    int count();

    /**
     * The numbers of this second, to all.
     *
     * @param data JSON, on one line
     */
    void tellStats(String data);

    /**
     * How the instances are, to all, and to whoever connects later.
     *
     * @param data JSON, on one line
     */
    void tellState(String data);

    /** What was told so far is old: whoever connects later is not told. */
    void forget();
}
