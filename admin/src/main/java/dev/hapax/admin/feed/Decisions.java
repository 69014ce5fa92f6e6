package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.wire.DecisionSerde;
import java.time.Instant;
import java.util.function.BinaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Decisions and alerts as JSON. */
final class Decisions {

    private final BinaryOperator<String> identities;
    private final Reasons reasons;

    /** @param identities masks an identity, given the topic of its message */
    Decisions(BinaryOperator<String> identities, Reasons reasons) {
        this.identities = identities;
        this.reasons = reasons;
    }

    /** Null if Hapax did not write the record. */
    @Nullable
    ObjectNode read(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        Decision decision;
        try {
            decision = DecisionSerde.read(record.value());
        } catch (RuntimeException | StackOverflowError e) {
            return null;
        }
        Coordinates id = new Coordinates(record.topic(), record.partition(), record.offset());
        return AdminJson.object()
                .put("id", id.toString())
                .put(
                        "identity",
                        identities.apply(decision.identity(), decision.at().topic()))
                .put("source", decision.source())
                .put("label", decision.judgement().label())
                .put("important", decision.judgement().important())
                .put("score", decision.judgement().score())
                .put("reason", reasons.of(decision))
                .put("rule", decision.judgement().rule())
                .put("classifier", decision.classifier())
                .put("eventTime", Instant.ofEpochMilli(decision.eventTime()).toString())
                .put("fingerprint", decision.fingerprint().toString())
                .put("at", Instant.ofEpochMilli(record.timestamp()).toString())
                .put("coordinates", decision.at().toString())
                .put("generation", decision.generation());
    }
}
