package dev.hapax.operations.campaign;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.hapax.campaign.Recipient;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recipients as JSON lines: an object on each line, with text, numbers, true, false or null for its values. */
final class JsonRecipients implements RecipientRows {

    private static final int LONGEST_LINE = 64 * 1024;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Reader text;
    private @Nullable RecipientHeader header;
    private long line;

    JsonRecipients(Reader text) {
        this.text = text;
    }

    @Override
    public @Nullable Recipient next() throws IOException {
        while (true) {
            StringBuilder content = new StringBuilder();
            int end = readLine(content);
            if (content.length() > LONGEST_LINE) {
                throw new BadRecipientException(
                        line,
                        LONGEST_LINE + 1,
                        "the line has more than " + LONGEST_LINE + " characters; shorten it",
                        false);
            }
            if (!content.toString().isBlank()) {
                return recipient(content.toString());
            }
            if (end < 0) {
                return null;
            }
        }
    }

    @Override
    public long line() {
        return line;
    }

    /** One line, of which no more than needed is kept; -1 at the end of the file. */
    private int readLine(StringBuilder content) throws IOException {
        line++;
        while (true) {
            int c = text.read();
            if (c < 0 || c == '\n') {
                return c;
            }
            if (content.length() <= LONGEST_LINE) {
                content.append((char) c);
            }
        }
    }

    private Recipient recipient(String content) throws IOException {
        List<FileCell> names = new ArrayList<>();
        List<FileCell> values = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(content)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw bad(
                        parser,
                        "must be a JSON object such as {\"id\": \"7\", \"address\": \"ann@example.com\"}, one"
                                + " a line");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                FileCell name = new FileCell(parser.currentName(), line, column(parser));
                parser.nextToken();
                names.add(name);
                values.add(value(parser, name));
            }
            if (parser.nextToken() != null) {
                throw bad(parser, "something follows the object; write one object a line");
            }
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new BadRecipientException(
                    line,
                    at == null ? 0 : at.getColumnNr(),
                    "is no JSON: " + RecipientProblem.shown(e.getOriginalMessage()) + "; write one object a line",
                    false);
        }
        if (names.isEmpty()) {
            throw new BadRecipientException(line, 1, "the object is empty; give it an address", false);
        }
        RecipientHeader known = header;
        if (known == null || !known.hasNames(names)) {
            known = RecipientHeader.of(names);
            header = known;
        }
        return known.recipient(values);
    }

    private FileCell value(JsonParser parser, FileCell name) throws IOException {
        String value = switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getText();
            case VALUE_TRUE -> "true";
            // An empty text does not hold as a condition, and the text "false" would.
            case VALUE_FALSE, VALUE_NULL -> "";
            default ->
                throw bad(
                        parser,
                        "'" + RecipientProblem.shown(name.text()) + "' must be one value, not a list or an object");
        };
        if (value.length() > RecipientReader.LONGEST_VALUE) {
            throw bad(
                    parser,
                    "'" + RecipientProblem.shown(name.text()) + "' has more than " + RecipientReader.LONGEST_VALUE
                            + " characters; shorten it");
        }
        return new FileCell(value, line, column(parser));
    }

    private BadRecipientException bad(JsonParser parser, String what) {
        return new BadRecipientException(line, column(parser), what, false);
    }

    private static int column(JsonParser parser) {
        return parser.currentTokenLocation().getColumnNr();
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
