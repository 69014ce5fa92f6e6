package dev.hapax.classify.rules;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one YAML document into nodes that remember their lines. */
final class YamlReader {

    private static final int MAX_DEPTH = 32;

    private final YAMLParser parser;
    private final Problems problems;

    private YamlReader(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The document, or null when it is no YAML, which is then among the problems. */
    static @Nullable YamlNode read(String text, Problems problems) {
        try (YAMLParser parser = new YAMLFactory().createParser(text)) {
            YamlReader reader = new YamlReader(parser, problems);
            if (parser.nextToken() == null) {
                problems.add(1, "", "the file is empty; begin with 'version: 1' and 'rules:'");
                return null;
            }
            YamlNode document = reader.node(0);
            if (parser.nextToken() != null) {
                problems.add(reader.line(), "", "a second YAML document begins here; keep all rules in one");
            }
            return document;
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            problems.add(at == null ? 1 : at.getLineNr(), "", "not YAML: " + firstLine(e.getOriginalMessage()));
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("Reading YAML from memory", e);
        }
    }

    private YamlNode node(int depth) throws IOException {
        int line = line();
        if (parser.isCurrentAlias()) {
            problems.add(line, "", "aliases (*name) are not followed; write the value out");
        }
        if (depth > MAX_DEPTH) {
            problems.add(line, "", "nested more than " + MAX_DEPTH + " deep; flatten it");
            parser.skipChildren();
            return new YamlNode.Scalar(line, "", YamlNode.Type.NOTHING);
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(line, depth);
            case START_ARRAY -> sequence(line, depth);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
                new YamlNode.Scalar(line, parser.getText(), YamlNode.Type.NUMBER);
            case VALUE_TRUE, VALUE_FALSE -> new YamlNode.Scalar(line, parser.getText(), YamlNode.Type.FLAG);
            case VALUE_NULL -> new YamlNode.Scalar(line, "", YamlNode.Type.NOTHING);
            default -> new YamlNode.Scalar(line, parser.getText(), YamlNode.Type.TEXT);
        };
    }

    private YamlNode mapping(int line, int depth) throws IOException {
        List<YamlNode.Entry> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line();
            parser.nextToken();
            entries.add(new YamlNode.Entry(key, keyLine, node(depth + 1)));
        }
        return new YamlNode.Mapping(line, entries);
    }

    private YamlNode sequence(int line, int depth) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(depth + 1));
        }
        return new YamlNode.Sequence(line, items);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("unreadable");
    }
}
