package dev.hapax.chaos.stage;

import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.harness.Application;
import dev.hapax.harness.Outputs;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what comes out, now and then while the application runs and all of it at the end. */
public final class Witness implements AutoCloseable {

    private final Outputs outputs;
    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private int remembered;

    public Witness(Application application) {
        this.outputs = application.outputs();
    }

    /** Remembers what is decided by now: somebody may have acted on it. */
    public void remember() {
        outputs.readAll();
        var decisions = outputs.of("decisions");
        decisions
                .subList(remembered, decisions.size())
                .forEach(record -> unchanged.remember(identity(record), decision(record)));
        remembered = decisions.size();
    }

    public Outputs outputs() {
        return outputs;
    }

    public DecisionsUnchanged unchanged() {
        return unchanged;
    }

    public static String identity(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    public static String decision(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.value(), StandardCharsets.UTF_8);
    }

    /** Where the message stands that a decision, an alert or a note of a duplicate is about. */
    public static String about(ConsumerRecord<byte[], byte[]> record) {
        return at(record, HeaderNames.SOURCE_PARTITION, HeaderNames.SOURCE_OFFSET);
    }

    public static String aboutQuarantined(ConsumerRecord<byte[], byte[]> record) {
        return at(record, HeaderNames.ERROR_PARTITION, HeaderNames.ERROR_OFFSET);
    }

    private static String at(ConsumerRecord<byte[], byte[]> record, String partition, String offset) {
        return Objects.requireNonNull(KafkaHeaders.text(record.headers(), partition), partition) + "@"
                + Objects.requireNonNull(KafkaHeaders.text(record.headers(), offset), offset);
    }

    @Override
    public void close() {
        outputs.close();
    }
}
