package dev.hapax.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import java.time.Instant;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** A decision as JSON, schema {@code hapax.decision/1}. */
public final class DecisionSerde implements Serde<Decision> {

    public static final String SCHEMA = "hapax.decision/1";

    @Override
    public Serializer<Decision> serializer() {
        return (topic, decision) -> write(decision);
    }

    @Override
    public Deserializer<Decision> deserializer() {
        return (topic, bytes) -> read(bytes);
    }

    public static byte[] write(Decision decision) {
        Judgement judgement = decision.judgement();
        return JsonValues.write(json -> {
            json.writeStringField("schema", SCHEMA);
            json.writeStringField("identity", decision.identity());
            json.writeNumberField("generation", decision.generation());
            json.writeStringField("source", decision.source());
            json.writeStringField("label", judgement.label());
            json.writeBooleanField("important", judgement.important());
            json.writeNumberField("score", judgement.score());
            json.writeStringField("reason", judgement.reason());
            json.writeStringField("rule", judgement.rule());
            json.writeStringField("classifier", decision.classifier());
            json.writeStringField(
                    "eventTime", Instant.ofEpochMilli(decision.eventTime()).toString());
            json.writeStringField("fingerprint", decision.fingerprint().toString());
            JsonValues.write(json, "at", decision.at());
        });
    }

    public static Decision read(byte[] bytes) {
        JsonNode node = JsonValues.read(bytes, SCHEMA);
        return new Decision(
                node.path("identity").asText(),
                node.path("generation").asInt(),
                node.path("source").asText(),
                JsonValues.coordinates(node.path("at")),
                Instant.parse(node.path("eventTime").asText()).toEpochMilli(),
                Fingerprint.parse(node.path("fingerprint").asText()),
                new Judgement(
                        node.path("label").asText(),
                        node.path("important").asBoolean(),
                        node.path("score").asInt(),
                        node.path("reason").asText(),
                        node.path("rule").asText()),
                node.path("classifier").asText());
    }
}
