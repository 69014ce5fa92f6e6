package dev.hapax.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Defines the settings of a source and reads them. */
final class SourceSettingsReader {

    static final String DEFAULT_CLASSIFIER = "rules";

    private static final Pattern INDEX = Pattern.compile("^sources\\[(\\d+)]");

    private SourceSettingsReader() {}

    static SourceSettings read(SettingsSection section, Duration guardTtl) {
        String topic = section.required("topic", "The topic to read.");
        return new SourceSettings(
                section.derived(
                        "name",
                        SettingType.TEXT,
                        topic,
                        "the topic",
                        "The name of the source in metrics, records and logs."),
                topic,
                section.text("format", "json", "`json`, `cloudevents`, `rfc822`, or the format of a plug-in."),
                section.flag(
                        "keyed-by-identity",
                        false,
                        "Whether the record key is the identity. Such records need no repartition topic."),
                section.text(
                        "namespace",
                        "",
                        "A prefix of the identity, followed by a colon. It keeps identities of different sources "
                                + "apart. Sources with the same namespace must have the same TTL."),
                identity(section),
                section.value(
                        "on-missing-identity",
                        SettingType.oneOf(SourceSettings.MissingIdentity.class),
                        SourceSettings.MissingIdentity.QUARANTINE,
                        "What to do with a message without identity. `admit` processes it, and suppresses only the "
                                + "same record read again."),
                section.texts(
                        "fingerprint",
                        "`[]`, the whole content",
                        "The fields that must not change under one identity. If one differs, the message is a "
                                + "conflict."),
                fields(section),
                section.optional(
                        "event-time",
                        SettingType.TEXT,
                        "the timestamp of the record",
                        "The field that has the event time: a JSON pointer, a plain name that the format knows, or "
                                + "`header:NAME`. Its value is a time with an offset such as `2026-05-04T12:00:00Z`, or "
                                + "milliseconds since 1970. A message without it is quarantined as `INVALID`."),
                section.derived(
                        "ttl",
                        SettingType.DURATION,
                        guardTtl,
                        "`guard.ttl`",
                        "How long the guard remembers its identities, in event time."),
                section.text("classifier", DEFAULT_CLASSIFIER, "The name of one of the `classifiers`."),
                section.free("format-options", "Options of the format. The built-in formats have none."),
                section.optional(
                        "admitted",
                        SettingType.TEXT,
                        "none",
                        "A topic for the admitted messages themselves: the original key, value and headers, the event time as timestamp, and"
                                + " headers with the decision. Written in the same transaction."),
                section.flag(
                        "bounces",
                        false,
                        "Whether delivery status notifications in this source are recorded on the deliveries they are "
                                + "about, and hard bounces suppress the address. Needs `format: rfc822` and "
                                + "`delivery.channels`."));
    }

    /**
     * The key of a source as the file counts its sources. A source before it that could not be read changes its number.
     *
     * @param paths in the file, of the sources that could be read
     */
    static String inFile(String key, List<String> paths) {
        Matcher matcher = INDEX.matcher(key);
        return matcher.find() ? paths.get(Integer.parseInt(matcher.group(1))) + key.substring(matcher.end()) : key;
    }

    private static IdentitySettings identity(SettingsSection source) {
        SettingsSection section = source.section(
                "identity",
                "How to find the identity of a message: the business action that it stands for. Set "
                        + "exactly one of these keys. A field is a JSON pointer such as `/payment/id`, a plain name "
                        + "that the format knows, or `header:NAME`.");
        Optional<IdentitySettings> identity = section.tryBuild(it -> choose(source, it), UnaryOperator.identity());
        // A stand-in, so that the rest of the source can be checked too; what is wrong is reported by now.
        return identity.orElseGet(IdentitySettings.RecordKey::new);
    }

    private static IdentitySettings choose(SettingsSection source, SettingsSection section) {
        String header = section.optional("header", SettingType.TEXT, "none", "The value of this record header.");
        String field = section.optional("field", SettingType.TEXT, "none", "The value of this field.");
        Boolean recordKey =
                section.optional("record-key", SettingType.FLAG, "none", "`true` uses the record key, as text.");
        List<String> hashed = section.optionalTexts(
                "content-hash", "none", "A hash of these fields in canonical form. `[]` hashes the whole content.");
        String template = section.optional(
                "template",
                SettingType.TEXT,
                "none",
                "Text with fields in braces, such as `renewal:{/contract}:{/cycle}`. Write `{{` or `}}` "
                        + "for a brace.");
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
                        "Names of your own for fields, for use in rules. `subject: /title` is short for `subject: "
                                + "{ at: /title }`.")
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
                        "The type of the value. A message with another type is quarantined as `INVALID`."),
                section.flag("required", false, "Whether a message without the field is quarantined as `INVALID`."));
    }
}
