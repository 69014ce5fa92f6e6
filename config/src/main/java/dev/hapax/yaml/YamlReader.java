package dev.hapax.yaml;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
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

/** Reads one YAML document into nodes that know their lines, and refuses what files written by hand have no use for. */
public final class YamlReader {

    private static final int MAX_DEPTH = 32;

    private final YAMLParser parser;
    private final Problems problems;

    private YamlReader(YAMLParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The document; an empty one too when it is no YAML, which is then among the problems. */
    public static YamlNode read(String yaml, Problems problems) {
        try (YAMLParser parser = new YAMLFactory().createParser(yaml)) {
            return new YamlReader(parser, problems).document();
        } catch (StreamConstraintsException e) {
            problem(e.getLocation(), e.getOriginalMessage(), problems);
        } catch (JacksonException e) {
            syntaxError(e, problems);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
        return new YamlNode.Empty(0);
    }

    private YamlNode document() throws IOException {
        if (parser.nextToken() == null) {
            return new YamlNode.Empty(1);
        }
        YamlNode top = node(line(), 0);
        if (parser.nextToken() != null) {
            problems.add(line(), "", "a second YAML document begins here; keep everything in one");
        }
        return top;
    }

    private YamlNode node(int line, int depth) throws IOException {
        if (parser.isCurrentAlias()) {
            problems.add(line(), "", "has an alias (*name), which is not supported; write the value out");
            return new YamlNode.Empty(line);
        }
        if (depth > MAX_DEPTH) {
            throw new StreamConstraintsException(
                    "is nested more than " + MAX_DEPTH + " deep; flatten it", parser.currentTokenLocation());
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> mapping(line, depth);
            case START_ARRAY -> sequence(line, depth);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> scalar(line, YamlNode.Type.NUMBER);
            case VALUE_TRUE, VALUE_FALSE -> scalar(line, YamlNode.Type.FLAG);
            case VALUE_NULL -> new YamlNode.Empty(line);
            case VALUE_EMBEDDED_OBJECT -> {
                problems.add(line(), "", "has a YAML tag (!!name), which is not supported; write plain text");
                yield new YamlNode.Empty(line);
            }
            default -> scalar(line, YamlNode.Type.TEXT);
        };
    }

    private YamlNode scalar(int line, YamlNode.Type type) throws IOException {
        return new YamlNode.Scalar(line, parser.getText(), type);
    }

    private YamlNode mapping(int line, int depth) throws IOException {
        Map<String, YamlNode> entries = new LinkedHashMap<>();
        List<YamlNode.Repeat> repeats = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            int keyLine = line();
            String key = parser.currentName();
            parser.nextToken();
            YamlNode first = entries.putIfAbsent(key, node(keyLine, depth + 1));
            if (first != null) {
                repeats.add(new YamlNode.Repeat(key, keyLine, first.line()));
            }
        }
        return new YamlNode.Mapping(line, entries, repeats);
    }

    private YamlNode sequence(int line, int depth) throws IOException {
        List<YamlNode> items = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            items.add(node(line(), depth + 1));
        }
        return new YamlNode.Sequence(line, items);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    /** Without the library's excerpt of the file, which may show a password. */
    private static void syntaxError(JacksonException e, Problems problems) {
        if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            Mark mark = marked.getProblemMark();
            problems.add(mark.getLine() + 1, mark.getColumn() + 1, "", "is not YAML: " + marked.getProblem());
        } else {
            problem(e.getLocation(), "is not YAML: " + e.getOriginalMessage(), problems);
        }
    }

    private static void problem(@Nullable JsonLocation at, String what, Problems problems) {
        int line = at == null ? 0 : at.getLineNr();
        int column = at == null ? 0 : at.getColumnNr();
        problems.add(line, column, "", what.lines().findFirst().orElse(""));
    }
}
