package dev.hapax.logs;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/**
 * One JSON object a line, named as the logstash encoder names things, so that what reads its lines reads these; the fields of an event
 * stand beside them. Why it is not that encoder: docs/decisions/0009-json-lines-of-our-own.md.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {

    private static final String INSTANCE = "instance";
    private static final byte[] NOTHING = {};

    private final JsonFactory json = new JsonFactory();

    /** Adds a name to every line from now on, by which the lines of several instances can be distinguished. */
    public static void nameInstance(String instance) {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.putProperty(INSTANCE, instance);
        }
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        // To characters first: half of a surrogate pair in a field must not cost the line.
        StringWriter line = new StringWriter();
        try (JsonGenerator out = json.createGenerator(line)) {
            out.writeStartObject();
            for (Map.Entry<String, Object> field : fields(event).entrySet()) {
                if (field.getValue() instanceof Long || field.getValue() instanceof Integer) {
                    out.writeNumberField(field.getKey(), ((Number) field.getValue()).longValue());
                } else {
                    out.writeStringField(field.getKey(), String.valueOf(field.getValue()));
                }
            }
            out.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Map<String, Object> fields(ILoggingEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("@timestamp", event.getInstant());
        fields.put("level", event.getLevel());
        fields.put("logger_name", event.getLoggerName());
        fields.put("thread_name", event.getThreadName());
        fields.put("message", event.getFormattedMessage());
        String instance = event.getLoggerContextVO().getPropertyMap().get(INSTANCE);
        if (instance != null) {
            fields.put(INSTANCE, instance);
        }
        List<KeyValuePair> pairs = event.getKeyValuePairs();
        if (pairs != null) {
            pairs.forEach(pair -> fields.put(pair.key, pair.value));
        }
        if (event.getThrowableProxy() != null) {
            fields.put("stack_trace", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return fields;
    }
}
