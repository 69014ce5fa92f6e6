package dev.hapax.admin.feed;

import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import java.util.List;

/** The topics that events come from, in the order in which positions name them. */
record Topics(List<String> names) {

    static final int ALERTS = 0;
    static final int QUARANTINE = 1;
    static final int CASES = 2;

    static Topics of(TopicNames names) {
        return new Topics(List.of(names.of(Topic.ALERTS), names.of(Topic.QUARANTINE), names.of(Topic.CASES)));
    }

    int count() {
        return names.size();
    }

    String name(int topic) {
        return names.get(topic);
    }

    int number(String name) {
        return names.indexOf(name);
    }
}
