package dev.hapax.topology;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** What a class logs while this is open. */
final class Logged implements AutoCloseable {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    Logged(Class<?> of, Level level) {
        this.logger = (Logger) LoggerFactory.getLogger(of);
        logger.setLevel(level);
        logger.setAdditive(false);
        lines.start();
        logger.addAppender(lines);
    }

    List<ILoggingEvent> lines() {
        return lines.list;
    }

    static Map<String, String> fields(ILoggingEvent line) {
        Map<String, String> fields = new TreeMap<>();
        for (KeyValuePair pair : line.getKeyValuePairs()) {
            fields.put(pair.key, String.valueOf(pair.value));
        }
        return fields;
    }

    @Override
    public void close() {
        logger.detachAppender(lines);
        logger.setLevel(null);
        logger.setAdditive(true);
    }
}
