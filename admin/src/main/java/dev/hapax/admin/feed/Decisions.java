package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.wire.DecisionSerde;
import java.time.Instant;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
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

    /**
     * The visible reason of a decision. If fields are masked, this is the text of the rule without quotes of the message. A decision
     * does not record which fields its reason quotes, and the message is not available, so the reason itself is hidden
     * then.
     */
    static final class Reasons {

        static final String HIDDEN = "(hidden: admin.mask is set, and a reason may quote the message)";

        private final Supplier<Sources> sources;
        private final boolean masked;

        Reasons(Supplier<Sources> sources, boolean masked) {
            this.sources = sources;
            this.masked = masked;
        }

        String of(Decision decision) {
            if (!masked) {
                return decision.judgement().reason();
            }
            String words = ownWords(decision);
            return words == null ? HIDDEN : words;
        }

        private @Nullable String ownWords(Decision decision) {
            Source source = sources.get().ofTopic(decision.at().topic());
            // The rules of another version are unknown here.
            return source != null && source.version().equals(decision.classifier())
                    ? source.classifier().ownWordsOf(decision.judgement())
                    : null;
        }
    }
}
