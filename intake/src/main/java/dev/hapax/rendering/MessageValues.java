package dev.hapax.rendering;

import dev.hapax.domain.Content;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Value;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields of a message by name, and what Hapax knows of it as {@code hapax.NAME}. */
final class MessageValues implements TemplateValues {

    private static final Set<String> OWN_NAMES = Set.of(
            "hapax.identity",
            "hapax.generation",
            "hapax.source",
            "hapax.topic",
            "hapax.partition",
            "hapax.offset",
            "hapax.time",
            "hapax.label",
            "hapax.important",
            "hapax.score",
            "hapax.reason",
            "hapax.rule");

    private final Map<String, Object> own;
    private final Content content;

    MessageValues(Decision decision, Content content) {
        this.content = content;
        this.own = Map.ofEntries(
                Map.entry("hapax.identity", decision.identity()),
                Map.entry("hapax.generation", Integer.toString(decision.generation())),
                Map.entry("hapax.source", decision.source()),
                Map.entry("hapax.topic", decision.at().topic()),
                Map.entry("hapax.partition", Integer.toString(decision.at().partition())),
                Map.entry("hapax.offset", Long.toString(decision.at().offset())),
                Map.entry(
                        "hapax.time", Instant.ofEpochMilli(decision.eventTime()).toString()),
                Map.entry("hapax.label", decision.judgement().label()),
                Map.entry("hapax.important", decision.judgement().important()),
                Map.entry("hapax.score", Integer.toString(decision.judgement().score())),
                Map.entry("hapax.reason", decision.judgement().reason()),
                Map.entry("hapax.rule", decision.judgement().rule()));
    }

    static Set<String> ownNames() {
        return OWN_NAMES;
    }

    @Override
    public @Nullable Object get(String name) {
        if (name.startsWith(OWN)) {
            return own.get(name);
        }
        Value value = content.get(TemplateValues.field(name));
        if (value == null || value instanceof Value.Nothing) {
            return null;
        }
        if (value instanceof Value.Structure) {
            return new Unprintable(value.kind());
        }
        return value instanceof Value.Flag flag ? (Object) flag.flag() : value.display();
    }
}
