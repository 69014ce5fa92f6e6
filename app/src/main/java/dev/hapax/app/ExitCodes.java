package dev.hapax.app;

/** Exit codes of commands. Public: scripts rely on them, and {@code hapax --help} lists them. */
public final class ExitCodes {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_INPUT = 2;
    public static final int QUARANTINED = 3;
    /** No problem was found, but not everything could be checked. */
    public static final int NOT_KNOWN = 4;
    /** Stopped by Ctrl-C. */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
