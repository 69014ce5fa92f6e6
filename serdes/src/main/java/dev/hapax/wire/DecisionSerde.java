package dev.hapax.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Judgement;
import java.time.Instant;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** A decision as JSON, schema {@code hapax.decision/1}: fields in a fixed order, so that equal decisions are equal bytes. */
public final class DecisionSerde implements Serde<Decision> {

    public static final String SCHEMA = "hapax.decision/1";

    private static final byte[] NAME_OF_SCHEMA = JsonBytes.name("schema");
    private static final byte[] IDENTITY = JsonBytes.name("identity");
    private static final byte[] GENERATION = JsonBytes.name("generation");
    private static final byte[] SOURCE = JsonBytes.name("source");
    private static final byte[] LABEL = JsonBytes.name("label");
    private static final byte[] IMPORTANT = JsonBytes.name("important");
    private static final byte[] SCORE = JsonBytes.name("score");
    private static final byte[] REASON = JsonBytes.name("reason");
    private static final byte[] RULE = JsonBytes.name("rule");
    private static final byte[] CLASSIFIER = JsonBytes.name("classifier");
    private static final byte[] EVENT_TIME = JsonBytes.name("eventTime");
    private static final byte[] FINGERPRINT = JsonBytes.name("fingerprint");
    private static final byte[] AT = JsonBytes.name("at");

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
        return JsonBytes.object()
                .text(NAME_OF_SCHEMA, SCHEMA)
                .text(IDENTITY, decision.identity())
                .number(GENERATION, decision.generation())
                .text(SOURCE, decision.source())
                .text(LABEL, judgement.label())
                .flag(IMPORTANT, judgement.important())
                .number(SCORE, judgement.score())
                .text(REASON, judgement.reason())
                .text(RULE, judgement.rule())
                .text(CLASSIFIER, decision.classifier())
                .time(EVENT_TIME, decision.eventTime())
                .fingerprint(FINGERPRINT, decision.fingerprint())
                .at(AT, decision.at())
                .done();
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
