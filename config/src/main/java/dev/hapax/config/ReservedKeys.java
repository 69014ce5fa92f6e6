package dev.hapax.config;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings of Kafka that are not a user's to change, because what Hapax promises rests on them. */
final class ReservedKeys {

    /** How Kafka Streams lets a setting be meant for one of its clients only. */
    private static final Pattern CLIENT =
            Pattern.compile("^(main\\.consumer|restore\\.consumer|global\\.consumer|consumer|producer|admin)\\.");

    private static final Map<String, String> WHY = why();

    private ReservedKeys() {}

    static void check(Rules rules, String section, Map<String, String> settings) {
        settings.forEach((key, value) -> {
            String why = why(key);
            rules.require(why == null, section + "." + key, value, "cannot be set: " + why);
        });
    }

    static @Nullable String why(String key) {
        return WHY.get(CLIENT.matcher(key).replaceFirst(""));
    }

    /** The keys, each with the reason why it is reserved. */
    static Map<String, String> all() {
        return WHY;
    }

    private static Map<String, String> why() {
        String together = "guard entry, decision and input offset must be one transaction";
        String silently = "a handler that continues would lose messages silently";
        String scattered = "all messages of one identity must reach the partition that guards it";
        String forgotten = "the broker would delete unprocessed messages or guard entries";
        String eventTime = "messages must keep their event time on the way to the guard";
        Map<String, String> why = new LinkedHashMap<>();
        why.put("processing.guarantee", together);
        why.put("enable.auto.commit", together);
        why.put("transactional.id", together);
        why.put("isolation.level", "records of aborted transactions must not be read");
        why.put("enable.idempotence", "a retried write would act twice");
        why.put("acks", "a write that only one broker has can be lost");
        why.put("application.id", "application-id names the application");
        why.put("group.id", "application-id names the group");
        why.put("application.server", "admin.advertised sets the address for other instances");
        why.put("deserialization.exception.handler", silently);
        why.put("default.deserialization.exception.handler", silently);
        why.put("production.exception.handler", silently);
        why.put("default.production.exception.handler", silently);
        why.put("processing.exception.handler", silently);
        why.put("partitioner.class", scattered);
        why.put("partitioner.ignore.keys", scattered);
        why.put("topic.retention.bytes", forgotten);
        why.put("topic.retention.ms", forgotten);
        why.put("topic.cleanup.policy", forgotten);
        why.put("topic.message.timestamp.type", eventTime);
        why.put("topic.message.timestamp.before.max.ms", eventTime);
        why.put("topic.message.timestamp.after.max.ms", eventTime);
        return Ordered.copyOf(why);
    }
}
