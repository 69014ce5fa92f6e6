package dev.hapax.admin.work;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each change that was asked for over HTTP, done or refused. */
final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger("dev.hapax.audit");

    private Audit() {}

    static void changed(String action, String actor, String target, String result) {
        LOG.info("{} by {} of {}: {}", plain(action), plain(actor), plain(target), plain(result));
    }

    /** On one line, whatever is in it. */
    private static String plain(String text) {
        return text.replaceAll("\\p{Cntrl}", "·");
    }
}
