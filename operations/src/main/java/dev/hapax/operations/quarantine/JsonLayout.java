package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * A JSON document laid out for people, one member a line. A stranger wrote it, so neither its depth nor its members decide how
 * long the result is: indentation stops growing at a depth, and the text ends at a bound.
 *
 * @param cut whether the document goes on after the text
 */
public record JsonLayout(String text, boolean cut) {

    private static final JsonFactory JSON = new JsonFactory();
    private static final int DEEPEST_INDENTATION = 32;
    private static final String[] INDENTATIONS = indentations();

    /**
     * Lays out an object or array; null where the text is anything else, or anything follows the document. Members that are given
     * twice are shown twice, and numbers as they are written.
     *
     * @param most characters of the result
     */
    public static @Nullable JsonLayout of(String json, int most) {
        Bounded out = new Bounded(most);
        try (JsonParser parser = JSON.createParser(json);
                JsonGenerator generator = JSON.createGenerator(out)) {
            generator.setPrettyPrinter(printer());
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT && first != JsonToken.START_ARRAY) {
                return null;
            }
            int depth = 0;
            JsonToken token = first;
            do {
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (!out.full) {
                    write(token, parser, generator);
                    generator.flush();
                }
                token = parser.nextToken();
            } while (depth > 0 && token != null);
            if (depth > 0 || token != null) {
                return null;
            }
            return new JsonLayout(Cut.at(out.text, most), out.full);
        } catch (IOException e) {
            return null;
        }
    }

    private static void write(JsonToken token, JsonParser parser, JsonGenerator generator) throws IOException {
        switch (token) {
            case START_OBJECT -> generator.writeStartObject();
            case END_OBJECT -> generator.writeEndObject();
            case START_ARRAY -> generator.writeStartArray();
            case END_ARRAY -> generator.writeEndArray();
            case FIELD_NAME -> generator.writeFieldName(parser.getText());
            case VALUE_STRING -> generator.writeString(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> generator.writeNumber(parser.getText());
            case VALUE_TRUE -> generator.writeBoolean(true);
            case VALUE_FALSE -> generator.writeBoolean(false);
            case VALUE_NULL -> generator.writeNull();
            default -> throw new IOException("not a token of JSON text: " + token);
        }
    }

    private static DefaultPrettyPrinter printer() {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentObjectsWith(new DefaultPrettyPrinter.Indenter() {
            @Override
            public void writeIndentation(JsonGenerator generator, int level) throws IOException {
                generator.writeRaw(INDENTATIONS[Math.min(level, DEEPEST_INDENTATION)]);
            }

            @Override
            public boolean isInline() {
                return false;
            }
        });
        return printer;
    }

    private static String[] indentations() {
        String[] all = new String[DEEPEST_INDENTATION + 1];
        for (int level = 0; level <= DEEPEST_INDENTATION; level++) {
            all[level] = "\n" + "  ".repeat(level);
        }
        return all;
    }

    /** Takes so many characters and drops the rest. */
    private static final class Bounded extends Writer {
        private final StringBuilder text = new StringBuilder();
        private final int most;
        private boolean full;

        Bounded(int most) {
            this.most = most;
        }

        @Override
        public void write(char[] characters, int from, int count) {
            int room = Math.min(count, most - text.length());
            text.append(characters, from, room);
            full |= room < count;
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
