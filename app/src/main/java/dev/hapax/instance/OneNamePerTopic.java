package dev.hapax.instance;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Leaves out the second series that Kafka's consumers have for a topic with dots in its name, the one with underscores: whoever
 * sums the lag would count every message twice.
 */
final class OneNamePerTopic implements MeterFilter {

    private final Set<String> secondNames = new HashSet<>();

    OneNamePerTopic(Collection<String> topics) {
        topics.forEach(topic -> secondNames.add(topic.replace('.', '_')));
        secondNames.removeAll(Set.copyOf(topics));
    }

    @Override
    public MeterFilterReply accept(Meter.Id id) {
        String topic = id.getTag("topic");
        return topic != null && secondNames.contains(topic) ? MeterFilterReply.DENY : MeterFilterReply.NEUTRAL;
    }
}
