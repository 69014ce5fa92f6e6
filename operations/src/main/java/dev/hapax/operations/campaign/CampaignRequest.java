package dev.hapax.operations.campaign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.config.Settings;
import dev.hapax.yaml.YamlNode;
import dev.hapax.yaml.YamlProblem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the JSON that defines a campaign. The same rules as for the file, whose keys it has in camel case. */
public final class CampaignRequest {

    /** Templates stand in the request: an instance must not open files that a request names. */
    public static final List<String> FIELDS = List.of(
            "id",
            "channel",
            "from",
            "subject",
            "text",
            "html",
            "headers",
            "unsubscribe",
            "notBefore",
            "expires",
            "rate",
            "domainRate",
            "dailyCap",
            "warmUp",
            "quietHours",
            "pauseAbove");

    private static final Pattern UPPER = Pattern.compile("[A-Z]");
    private static final Pattern AFTER_DASH = Pattern.compile("-([a-z])");
    /** The keys of the file that have another name in a request; no names of headers or settings that contain them. */
    private static final Pattern KEY_OF_FILE = Pattern.compile(FIELDS.stream()
            .map(CampaignRequest::key)
            .filter(key -> key.contains("-"))
            .collect(Collectors.joining("|", "(?<![A-Za-z0-9.-])(?:", ")(?![A-Za-z0-9-])")));

    private CampaignRequest() {}

    /**
     * @param json an object; other fields than {@link #FIELDS} are ignored
     * @param now no time in the request may be before it
     * @throws IllegalArgumentException with everything that is wrong
     */
    public static CampaignFile.Defined read(JsonNode json, Settings settings, Instant now) {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        for (String field : FIELDS) {
            JsonNode value = json.path(field);
            if (!value.isMissingNode() && !value.isNull()) {
                entries.put(key(field), node(value));
            }
        }
        try {
            return CampaignFile.of(new YamlNode.Mapping(0, entries), settings, now);
        } catch (InvalidCampaignException e) {
            throw new IllegalArgumentException(
                    e.problems().stream().map(CampaignRequest::shown).collect(Collectors.joining("; ")), e);
        }
    }

    private static String shown(YamlProblem problem) {
        String shown = (problem.where().isEmpty() ? "" : problem.where() + ": ") + problem.what();
        return KEY_OF_FILE
                .matcher(shown)
                .replaceAll(found -> AFTER_DASH
                        .matcher(found.group())
                        .replaceAll(dash -> dash.group(1).toUpperCase(Locale.ROOT)));
    }

    private static String key(String field) {
        return UPPER.matcher(field).replaceAll(found -> "-" + found.group().toLowerCase(Locale.ROOT));
    }

    private static YamlNode node(JsonNode json) {
        if (json.isObject()) {
            Map<String, YamlNode> entries = new LinkedHashMap<>();
            json.properties().forEach(entry -> entries.put(entry.getKey(), node(entry.getValue())));
            return new YamlNode.Mapping(0, entries);
        }
        if (json.isArray()) {
            List<YamlNode> items = new ArrayList<>();
            json.forEach(item -> items.add(node(item)));
            return new YamlNode.Sequence(0, items);
        }
        if (json.isNull()) {
            return new YamlNode.Empty(0);
        }
        YamlNode.Type type =
                json.isNumber() ? YamlNode.Type.NUMBER : json.isBoolean() ? YamlNode.Type.FLAG : YamlNode.Type.TEXT;
        return new YamlNode.Scalar(0, json.asText(), type);
    }
}
