package dev.hapax.app;

/** How a command ends. Public: scripts rely on them, and {@code hapax --help} lists them. */
public final class ExitCodes {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int WRONG_INPUT = 2;
    public static final int QUARANTINED = 3;
    /** Nothing is wrong of what could be checked, and not everything could be. */
    public static final int NOT_KNOWN = 4;
    /** By Ctrl-C, before the work was done. */
    public static final int INTERRUPTED = 130;

    private ExitCodes() {}
}
