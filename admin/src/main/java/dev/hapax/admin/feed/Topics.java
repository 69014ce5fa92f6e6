package dev.hapax.admin.feed;

import dev.hapax.config.TopicSettings;
import java.util.List;

/** The topics that events come from, in the order in which positions name them. */
record Topics(List<String> names) {

    static final int ALERTS = 0;
    static final int QUARANTINE = 1;
    static final int CASES = 2;

    static Topics of(TopicSettings settings) {
        return new Topics(List.of(settings.alerts(), settings.quarantine(), settings.cases()));
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
