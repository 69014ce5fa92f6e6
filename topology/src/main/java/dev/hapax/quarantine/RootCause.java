package dev.hapax.quarantine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The exception at the bottom of a chain: what went wrong, not what was wrapped around it. */
final class RootCause {

    private RootCause() {}

    static Throwable of(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = thrown;
        while (root.getCause() != null && seen.add(root)) {
            root = root.getCause();
        }
        return root;
    }

    static String stackTrace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
