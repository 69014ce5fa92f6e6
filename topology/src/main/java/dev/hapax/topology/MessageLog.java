package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.source.Source;
import dev.hapax.wire.TraceParent;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * What the log says of single messages: which, where, of which source, in which trace, seen by which instance; each as a field.
 * Never what they say. One task's thread uses it.
 */
final class MessageLog {

    private static final Logger LOG = LoggerFactory.getLogger(MessageLog.class);

    private final CurrentSources sources;
    private final LineBudget quarantineLines;
    private String instance;

    /**
     * @param application names the instance as long as it has no address
     * @param quarantineLines shared by all tasks of an instance
     */
    MessageLog(String application, CurrentSources sources, LineBudget quarantineLines) {
        this.sources = sources;
        this.quarantineLines = quarantineLines;
        this.instance = application;
    }

    /** Other instances know this one by the address that Kafka Streams is told. */
    void init(Map<String, Object> streams) {
        Object address = streams.get(StreamsConfig.APPLICATION_SERVER_CONFIG);
        if (address != null && !address.toString().isEmpty()) {
            instance = address.toString();
        }
    }

    void suppressed(Outcome.Suppressed suppression) {
        if (!LOG.isDebugEnabled()) {
            return;
        }
        Arrival arrival = suppression.arrival();
        GuardEntry earlier = suppression.earlier();
        Source source = sources.ofThisThread().named(arrival.source());
        long ttl = source == null ? 0 : source.ttl();
        Duration left =
                Duration.ofMillis(earlier.lastTime() + ttl - arrival.message().timestamp());
        about(LOG.atDebug(), arrival.message(), arrival.identity(), arrival.source())
                .addKeyValue("first", earlier.first())
                .addKeyValue("left", left)
                .log(
                        "{} of {}, whose window has {} left",
                        suppression.kind() == Outcome.Suppressed.Kind.DUPLICATE ? "Duplicate" : "Redelivery",
                        earlier.first(),
                        left);
    }

    /** Without the explanation, which may quote the message. */
    void quarantined(Outcome.Refused held, long now) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        long leftOut = quarantineLines.ask(now);
        if (leftOut == LineBudget.LEFT_OUT) {
            return;
        }
        Message message = held.message();
        LoggingEventBuilder line = about(
                        LOG.atInfo(),
                        message,
                        held.refusal().identity(),
                        held.refusal().source())
                .addKeyValue("reason", held.refusal().reason())
                .addKeyValue("phase", held.refusal().phase().code());
        if (leftOut > 0) {
            line = line.addKeyValue("leftOut", leftOut);
        }
        line.log(
                "Quarantined as {}: hapax quarantine show {}{}",
                held.refusal().reason(),
                message.at(),
                leftOut > 0 ? " (" + leftOut + " more since the last such line)" : "");
    }

    void forgot(Command.Forget asked, Command.Forgotten receipt) {
        LOG.atInfo()
                .addKeyValue("identity", receipt.identity())
                .addKeyValue("command", receipt.id())
                .addKeyValue("actor", asked.actor())
                .addKeyValue("instance", instance)
                .log("Forgot what the guard knew of an identity ({} entries), as an operator asked", receipt.entries());
    }

    private LoggingEventBuilder about(
            LoggingEventBuilder line, Message message, @Nullable String identity, @Nullable String source) {
        Coordinates at = message.at();
        LoggingEventBuilder result = line;
        if (identity != null) {
            result = result.addKeyValue("identity", identity);
        }
        result = result.addKeyValue("coordinates", at);
        if (source != null) {
            result = result.addKeyValue("source", source);
        }
        String traceId = TraceParent.traceId(message);
        if (traceId != null) {
            result = result.addKeyValue("traceId", traceId);
        }
        return result.addKeyValue("instance", instance);
    }
}
