package dev.hapax.admin;

/** What server and parts have to agree on. */
public final class Limits {

    /** In characters. A request that carries one, in its query or as a header, is taken. */
    public static final int LONGEST_TOKEN = 32 * 1024;

    private Limits() {}
}
