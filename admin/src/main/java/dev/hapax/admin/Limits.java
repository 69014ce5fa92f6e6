package dev.hapax.admin;

/** Limits that the server and its parts share. */
public final class Limits {

    /** In characters. Requests may contain such a token in the query or as a header. */
    public static final int LONGEST_TOKEN = 32 * 1024;

    private Limits() {}
}
