package dev.hapax.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Defines the settings of a source and reads them. */
final class SourceSettingsReader {

    static final String DEFAULT_CLASSIFIER = "rules";

    private SourceSettingsReader() {}

    static SourceSettings read(SettingsSection section, Duration guardTtl) {
        String topic = section.required("topic", "The topic to read.");
        return new SourceSettings(
                section.derived(
                        "name", SettingType.TEXT, topic, "the topic", "What metrics and messages call this source."),
                topic,
                section.text("format", "json", "`json`, `cloudevents`, `rfc822`, or a plug-in's format."),
                section.flag(
                        "keyed-by-identity",
                        false,
                        "Whether the record key is the identity already, which saves a trip through a repartition topic."),
                section.text(
                        "namespace",
                        "",
                        "Put before the identity and a colon, so that sources cannot take each other's messages for"
                                + " duplicates. Sources with the same one must have the same TTL."),
                identity(section),
                section.value(
                        "on-missing-identity",
                        SettingType.oneOf(SourceSettings.MissingIdentity.class),
                        SourceSettings.MissingIdentity.QUARANTINE,
                        "What to do with a message that has no identity; `admit` lets it through, and holds back only the same record read again."),
                section.texts(
                        "fingerprint",
                        "`[]`, the whole content",
                        "The fields that must not change under one identity; when they do, the message is a conflict."),
                fields(section),
                section.derived(
                        "ttl",
                        SettingType.DURATION,
                        guardTtl,
                        "`guard.ttl`",
                        "How long its identities are remembered, in event time."),
                section.text("classifier", DEFAULT_CLASSIFIER, "Which of `classifiers` decides."),
                section.free("format-options", "Options of the format. The built-in formats have none."),
                section.optional(
                        "admitted",
                        SettingType.TEXT,
                        "none",
                        "A topic for the admitted messages themselves: the original key, value, headers and timestamp, and"
                                + " headers with the decision. Written in the same transaction."));
    }

    private static IdentitySettings identity(SettingsSection source) {
        SettingsSection section = source.section(
                "identity",
                "What names the business action a message stands for. Exactly one of these keys. A field is a JSON pointer"
                        + " such as `/payment/id`, a plain name that the format knows, or `header:NAME`.");
        Optional<IdentitySettings> identity = section.tryBuild(it -> choose(source, it), UnaryOperator.identity());
        // A stand-in, so that the rest of the source can be checked too; what is wrong is reported by now.
        return identity.orElseGet(IdentitySettings.RecordKey::new);
    }

    private static IdentitySettings choose(SettingsSection source, SettingsSection section) {
        String header = section.optional("header", SettingType.TEXT, "none", "The value of that record header.");
        String field = section.optional("field", SettingType.TEXT, "none", "The value of that field.");
        Boolean recordKey =
                section.optional("record-key", SettingType.FLAG, "none", "`true` for the record key, as text.");
        List<String> hashed = section.optionalTexts(
                "content-hash", "none", "A hash of those fields in canonical form; `[]` for the whole content.");
        String template = section.optional(
                "template",
                SettingType.TEXT,
                "none",
                "Text with fields in braces, such as `renewal:{/contract}:{/cycle}`; a doubled brace stands for itself.");
        section.forgetUnset();

        long given = List.of("header", "field", "record-key", "content-hash", "template").stream()
                .filter(section::has)
                .count();
        if (given != 1 || Boolean.FALSE.equals(recordKey)) {
            source.error(
                    "identity", "must have exactly one of header, field, record-key: true, content-hash, template");
            return new IdentitySettings.RecordKey();
        }
        if (header != null) {
            return new IdentitySettings.Header(header);
        }
        if (field != null) {
            return new IdentitySettings.Field(field);
        }
        if (hashed != null) {
            return new IdentitySettings.ContentHash(hashed);
        }
        return template != null ? new IdentitySettings.Template(template) : new IdentitySettings.RecordKey();
    }

    private static Map<String, FieldSettings> fields(SettingsSection source) {
        Map<String, FieldSettings> fields = new LinkedHashMap<>();
        source.named(
                        "fields",
                        "at",
                        List.of(),
                        "Names for places in the content, which rules can use. `subject: /title` is short for `subject: { at:"
                                + " /title }`.")
                .forEach((name, section) ->
                        section.salvage(SourceSettingsReader::field).ifPresent(field -> fields.put(name, field)));
        return fields;
    }

    private static FieldSettings field(SettingsSection section) {
        return new FieldSettings(
                section.required(
                        "at",
                        "A JSON pointer such as `/payment/amount`, a plain name that the format knows, or `header:NAME` for a record header."),
                section.value(
                        "type",
                        SettingType.oneOf(FieldSettings.Type.class),
                        FieldSettings.Type.ANY,
                        "What the value must be; a message where it is not is quarantined as INVALID."),
                section.flag("required", false, "Whether a message without it is quarantined as INVALID."));
    }
}
