package dev.hapax.operations.quarantine;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A value as a person reads it. However the value is made, the text has a bound.
 *
 * @param kind tombstone, json, text or binary
 * @param cut whether the value goes on after the text
 */
public record Payload(String kind, String text, boolean cut) {

    /** In characters: more than a person reads, and little enough for a browser. */
    public static final int LONGEST = 256 * 1024;

    /** For callers that ask for the whole value: larger than any record of the usual size. */
    static final int LONGEST_WHOLE = 8 << 20;

    /** Bytes of a binary value that are laid out within the bound. */
    private static final int CHARACTERS_PER_BYTE = 5;

    private static final int HEX_WIDTH = 16;
    private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

    public static Payload of(byte @Nullable [] value) {
        return of(value, LONGEST);
    }

    /** The same with the larger bound. */
    public static Payload whole(byte @Nullable [] value) {
        return of(value, LONGEST_WHOLE);
    }

    private static Payload of(byte @Nullable [] value, int most) {
        if (value == null) {
            return new Payload("tombstone", "", false);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException e) {
            int bytes = most / CHARACTERS_PER_BYTE;
            return new Payload("binary", hex(value, bytes), value.length > bytes);
        }
        JsonLayout json = JsonLayout.of(text, most);
        return json == null
                ? new Payload("text", shortened(text, most), text.length() > most)
                : new Payload("json", json.text(), json.cut());
    }

    /** At most that many characters, without half of a surrogate pair at the end. */
    static String shortened(CharSequence text, int most) {
        if (text.length() < most) {
            return text.toString();
        }
        int end = Math.min(text.length(), most);
        boolean half = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.subSequence(0, half ? end - 1 : end).toString();
    }

    /** The first bytes as offset, sixteen bytes in hexadecimal, and their printable characters. */
    public static String hex(byte[] bytes, int most) {
        StringBuilder view = new StringBuilder();
        int end = Math.min(bytes.length, most);
        for (int from = 0; from < end; from += HEX_WIDTH) {
            int to = Math.min(end, from + HEX_WIDTH);
            view.append(String.format("%08x  %-47s  ", from, SPACED.formatHex(bytes, from, to)));
            for (int i = from; i < to; i++) {
                view.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            view.append('\n');
        }
        return view.toString();
    }

    /**
     * A JSON document laid out for people, one member a line. Anyone may have written it, so neither its depth nor its members decide how
     * long the result is: indentation stops growing at a depth, and the text ends at a bound.
     *
     * @param cut whether the document goes on after the text
     */
    private record JsonLayout(String text, boolean cut) {

        private static final JsonFactory JSON = new JsonFactory();
        private static final int DEEPEST_INDENTATION = 32;
        private static final String[] INDENTATIONS = indentations();

        /**
         * Lays out an object or array; null where the text is anything else, or anything follows the document. Members that are given
         * twice are shown twice, and numbers as they are written.
         *
         * @param most characters of the result
         */
        static @Nullable JsonLayout of(String json, int most) {
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
                return new JsonLayout(shortened(out.text, most), out.full);
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

        /** Keeps the first characters up to a limit and drops the rest. */
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
}
