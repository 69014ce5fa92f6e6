package dev.hapax.config;

import java.util.List;
import java.util.Map;

/**
 * Everything a user may set, checked.
 *
 * @param kafka passed to every Kafka client as it stands: brokers, TLS, SASL
 * @param streams passed to Kafka Streams after our own choices, so that any of them can be overridden
 */
public record Settings(
        String applicationId,
        Map<String, String> kafka,
        Map<String, String> streams,
        TopicSettings topics,
        List<SourceSettings> sources,
        Map<String, ClassifierSettings> classifiers,
        GuardSettings guard,
        LimitSettings limits,
        QuarantineSettings quarantine,
        InstanceSettings instance) {}
