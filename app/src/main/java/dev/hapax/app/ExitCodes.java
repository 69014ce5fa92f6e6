package dev.hapax.app;

/** How a command ends. Public: scripts rely on them, and {@code hapax --help} lists them. */
final class ExitCodes {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int WRONG_INPUT = 2;
    static final int QUARANTINED = 3;

    private ExitCodes() {}
}
