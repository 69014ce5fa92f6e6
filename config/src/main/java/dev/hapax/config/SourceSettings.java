package dev.hapax.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One input topic and how to read it.
 *
 * @param keyedByIdentity the record key is the identity already, so no repartition is needed
 * @param namespace put before the identity and a colon; empty for none
 * @param fingerprint the fields that must not change under one identity; empty for the whole content
 * @param fields names given to places in the content, with the type they must have
 * @param eventTime the field that has the event time; null for the timestamp of the record
 * @param formatOptions options of the format
 * @param admitted the topic for copies of the admitted messages; null for none
 * @param bounces whether mail servers report here what became of deliveries
 */
public record SourceSettings(
        String name,
        String topic,
        String format,
        boolean keyedByIdentity,
        String namespace,
        IdentitySettings identity,
        MissingIdentity onMissingIdentity,
        List<String> fingerprint,
        Map<String, FieldSettings> fields,
        @Nullable String eventTime,
        Duration ttl,
        String classifier,
        Map<String, String> formatOptions,
        @Nullable String admitted,
        boolean bounces) {

    /** No colon: that is what ends a namespace, and two sources could otherwise make one identity of two. */
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]*");

    public SourceSettings {
        fingerprint = List.copyOf(fingerprint);
        fields = Ordered.copyOf(fields);
        formatOptions = Ordered.copyOf(formatOptions);
        Rules.of("sources." + name)
                // A name taken over from the topic is reported there.
                .require(name.equals(topic) || TopicName.isLegal(name), "name", name, TopicName.RULE)
                .require(TopicName.isLegal(topic), "topic", topic, TopicName.RULE)
                .require(
                        !format.isBlank(),
                        "format",
                        format,
                        "must be json, cloudevents, rfc822 or the name of a plug-in's format")
                .require(
                        NAMESPACE.matcher(namespace).matches(),
                        "namespace",
                        namespace,
                        "may only have the characters a-z A-Z 0-9 . _ -")
                .require(
                        fingerprint.stream().allMatch(Selector::isLegal),
                        "fingerprint",
                        fingerprint,
                        "each field " + Selector.RULE)
                .require(
                        fields.keySet().stream().allMatch(Selector::isName),
                        "fields",
                        fields.keySet(),
                        "each name must be made of a-z A-Z 0-9 . _ - and not start with . or -")
                .require(
                        eventTime == null || Selector.isLegal(eventTime),
                        "event-time",
                        String.valueOf(eventTime),
                        Selector.RULE)
                .require(
                        admitted == null || TopicName.isLegal(admitted),
                        "admitted",
                        String.valueOf(admitted),
                        TopicName.RULE)
                .require(!bounces || format.equals("rfc822"), "bounces", bounces, "needs format: rfc822")
                .positive("ttl", ttl)
                .require(!classifier.isBlank(), "classifier", classifier, "must name one of classifiers")
                .check();
    }

    /** What to do with a message that has no identity. */
    public enum MissingIdentity {
        QUARANTINE,
        /** Admit it under its coordinates, so that only the same record read again is held back. */
        ADMIT
    }

    /** Without the values of the options: one of them may be a credential. */
    @Override
    public String toString() {
        return "SourceSettings[name=" + name + ", topic=" + topic + ", format=" + format + ", formatOptions="
                + formatOptions.keySet() + "]";
    }
}
