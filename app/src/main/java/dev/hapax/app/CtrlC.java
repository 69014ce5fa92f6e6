package dev.hapax.app;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;

/** Closes the resources of a command, the newest first, when it ends or the user presses Ctrl-C. */
public final class CtrlC implements AutoCloseable {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Thread hook = new Thread(this::pressed, "ctrl-c");
    private volatile boolean pressed;
    private volatile int exitCode = ExitCodes.INTERRUPTED;

    public CtrlC() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public synchronized <T extends AutoCloseable> T closing(T resource) {
        open.push(resource);
        return resource;
    }

    /** From now on Ctrl-C is the regular end of the command. */
    public void isTheWayToEnd() {
        exitCode = ExitCodes.DONE;
    }

    private void pressed() {
        pressed = true;
        closeAll();
        Runtime.getRuntime().halt(exitCode);
    }

    private synchronized void closeAll() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                // The others still have to be closed.
                LoggerFactory.getLogger(CtrlC.class).warn("A resource could not be closed", e);
            }
        }
    }

    /** After Ctrl-C everything fails because it is being closed. Those failures are not reported. */
    public void waitIfPressed() {
        while (pressed) {
            LockSupport.park(this);
        }
    }

    @Override
    public void close() {
        waitIfPressed();
        closeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            waitIfPressed();
        }
    }
}
