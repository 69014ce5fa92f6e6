package dev.hapax.topics;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The names of the topics of one application. */
public final class TopicNames {

    private final Map<Topic, String> names = new EnumMap<>(Topic.class);
    private final Map<String, Topic> topics = new HashMap<>();

    public TopicNames(String prefix, String applicationId) {
        for (Topic topic : Topic.values()) {
            String name = topic.name(prefix, applicationId);
            names.put(topic, name);
            topics.put(name, topic);
        }
    }

    public String of(Topic topic) {
        return Objects.requireNonNull(names.get(topic));
    }

    /** The topic of that name; null for a source, or a topic of somebody else. */
    public @Nullable Topic topic(String name) {
        return topics.get(name);
    }
}
