package dev.hapax.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** Reads YAML into nodes that know their lines, and refuses what a settings file has no use for. */
final class YamlTree {

    private final YAMLParser parser;
    private final Reading reading;

    private YamlTree(YAMLParser parser, Reading reading) {
        this.parser = parser;
        this.reading = reading;
    }

    /** The top of the file; an empty mapping when it is no YAML, and the reading knows why. */
    static YamlNode.Mapping parse(String yaml, Reading reading) {
        try (YAMLParser parser = new YAMLFactory().createParser(yaml)) {
            return new YamlTree(parser, reading).document();
        } catch (JacksonException e) {
            syntaxError(e, reading);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
        return YamlNode.Mapping.NONE;
    }

    private YamlNode.Mapping document() throws IOException {
        if (parser.nextToken() == null) {
            return YamlNode.Mapping.NONE;
        }
        YamlNode top = node(line(), "");
        if (parser.nextToken() != null) {
            reading.syntaxError(line(), 0, "a second document starts here; settings are one document");
        }
        if (top instanceof YamlNode.Mapping mapping) {
            return mapping;
        }
        if (!(top instanceof YamlNode.Empty)) {
            reading.syntaxError(top.line(), 0, "must be a mapping of settings (key: value), not " + top.kind());
        }
        return YamlNode.Mapping.NONE;
    }

    private YamlNode node(int line, String path) throws IOException {
        if (parser.isCurrentAlias()) {
            reading.syntaxError(line(), 0, "has an alias (*name), which is not supported; write the value out");
            return new YamlNode.Empty(line);
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(line, path);
            case START_ARRAY -> sequence(line, path);
            case VALUE_NULL -> new YamlNode.Empty(line);
            case VALUE_EMBEDDED_OBJECT -> {
                reading.syntaxError(line(), 0, "has a YAML tag (!!name), which is not supported; write plain text");
                yield new YamlNode.Empty(line);
            }
            default -> new YamlNode.Scalar(line, parser.getText());
        };
    }

    private YamlNode.Mapping mapping(int line, String path) throws IOException {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int keyLine = line();
            String key = parser.currentName();
            String full = Reading.join(path, key);
            parser.nextToken();
            YamlNode value = node(keyLine, full);
            YamlNode first = entries.putIfAbsent(key, value);
            if (first != null) {
                reading.error(keyLine, full, null, "is given twice, first on line " + first.line() + "; keep one");
            }
        }
        return new YamlNode.Mapping(line, entries);
    }

    private YamlNode.Sequence sequence(int line, String path) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(line(), path + "[" + items.size() + "]"));
        }
        return new YamlNode.Sequence(line, items);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    /** Without the library's excerpt of the file, which may show a password. */
    private static void syntaxError(JacksonException e, Reading reading) {
        @Nullable Throwable cause = e.getCause();
        if (cause instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            Mark mark = marked.getProblemMark();
            reading.syntaxError(mark.getLine() + 1, mark.getColumn() + 1, "is not YAML: " + marked.getProblem());
            return;
        }
        JsonLocation at = e.getLocation();
        reading.syntaxError(
                at == null ? 0 : at.getLineNr(),
                at == null ? 0 : at.getColumnNr(),
                "is not YAML: "
                        + String.valueOf(e.getOriginalMessage())
                                .lines()
                                .findFirst()
                                .orElse(""));
    }
}
