package dev.hapax.admin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/** The log lines of a logger while this is open, from all threads. */
public final class Logged implements AutoCloseable {

    private final Logger logger;
    private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent line) {
            lines.add(line);
        }
    };

    public Logged(String name) {
        this.logger = (Logger) LoggerFactory.getLogger(name);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        appender.start();
        logger.addAppender(appender);
    }

    public List<String> messages() {
        return lines.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    /** The fields of each line, by name. */
    public List<Map<String, String>> fields() {
        return lines.stream().map(Logged::fields).toList();
    }

    private static Map<String, String> fields(ILoggingEvent line) {
        Map<String, String> fields = new TreeMap<>();
        for (KeyValuePair pair : line.getKeyValuePairs()) {
            fields.put(pair.key, String.valueOf(pair.value));
        }
        return fields;
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(null);
        logger.setAdditive(true);
    }
}
