package dev.hapax.config;

import dev.hapax.yaml.Problems;
import dev.hapax.yaml.YamlNode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reference of all settings, made from the code that reads them. */
public final class ConfigReference {

    private static final String INTRODUCTION = """
        # Configuration

        <!-- Generated: ./hapax config reference > docs/configuration.md -->

        Hapax reads one YAML file, given with `-c FILE`. `config/hapax.yaml` has every setting with its default, ready to
        edit. `./hapax config check -c FILE` reports all mistakes in a file at once, with line, key, value and
        rule. `./hapax config show -c FILE` prints the effective settings, with secrets masked.

        - A **duration** is `500ms`, `10s`, `5m`, `24h`, `7d`, or ISO-8601 (`PT24H`). A **size** is `512B`, `64KiB`, `1MiB`, `2GiB`.
        - A key without a value counts as not set.
        - Relative paths start from the folder of the configuration file.
        - `${env:NAME}`, `${env:NAME:-default}` and `${file:/path}` stand for an environment variable or the content of a file
          (without its last newline) in any value. Hapax treats such values as secrets and never prints them. `$${` stands for a
          plain `${`.
        - Hapax does not print values of keys that look like credentials (`password`, `secret`, `token`, `jaas`, …).
        """;

    private ConfigReference() {}

    /** As the page {@code docs/configuration.md}. */
    public static String markdown() {
        SettingsPass reading = describe();
        StringBuilder page = new StringBuilder(INTRODUCTION);
        page.append("\n## Top level\n");
        rows(page, "", reading);
        reading.sections().keySet().stream()
                .filter(pattern -> parentOf(pattern, reading).isEmpty())
                .forEach(pattern -> section(page, pattern, reading));
        reserved(page);
        return page.toString();
    }

    /** Every key with its type, default and meaning; fit for JSON. */
    public static List<Map<String, String>> entries() {
        return describe().definitions().stream()
                .map(definition -> {
                    Map<String, String> entry = new LinkedHashMap<>();
                    entry.put("key", definition.path());
                    entry.put("type", definition.type());
                    entry.put("default", definition.fallback());
                    entry.put("meaning", definition.meaning());
                    return entry;
                })
                .toList();
    }

    private static SettingsPass describe() {
        Path nowhere = Path.of("");
        SettingsPass reading = new SettingsPass(new Problems(""), new Placeholders(nowhere, name -> null), true);
        new SettingsReader(SettingsSection.root(reading, YamlNode.Mapping.NONE), nowhere).read(FurtherCheck.NONE);
        return reading;
    }

    /** A section and, right after it, those within it. */
    private static void section(StringBuilder page, String pattern, SettingsPass reading) {
        page.append("\n## `")
                .append(pattern)
                .append("`\n\n")
                .append(reading.sections().get(pattern))
                .append('\n');
        rows(page, pattern, reading);
        reading.sections().keySet().stream()
                .filter(inner -> parentOf(inner, reading).equals(pattern))
                .forEach(inner -> section(page, inner, reading));
    }

    private static String parentOf(String pattern, SettingsPass reading) {
        return reading.sections().keySet().stream()
                .filter(outer -> pattern.startsWith(outer + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    private static void rows(StringBuilder page, String pattern, SettingsPass reading) {
        page.append("\n| key | type | default | meaning |\n|---|---|---|---|\n");
        reading.definitions().stream()
                .filter(definition -> definition.section().equals(pattern))
                .forEach(definition -> page.append(String.format(
                        "| `%s` | %s | %s | %s |\n",
                        definition.key(), definition.type(), definition.fallback(), definition.meaning())));
    }

    private static void reserved(StringBuilder page) {
        page.append("""

            ## What `kafka` and `streams` cannot set

            With or without a prefix such as `consumer.` or `producer.`:

            | key | why |
            |---|---|
            """);
        ReservedKeys.all().forEach((key, why) -> page.append(String.format("| `%s` | %s |\n", key, why)));
    }
}
