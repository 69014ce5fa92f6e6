package dev.hapax.operations.campaign;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.hapax.campaign.Recipient;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recipients in CSV (RFC 4180), one a row after the header. */
final class CsvRecipients implements RecipientRows {

    private static final CsvFactory CSV = CsvFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(RecipientReader.LONGEST_VALUE)
                    .build())
            .build();

    private final CsvParser parser;
    private @Nullable RecipientHeader header;
    private long line;

    CsvRecipients(Reader text) throws IOException {
        this.parser = CSV.createParser(text);
    }

    @Override
    public @Nullable Recipient next() throws IOException {
        RecipientHeader names = header;
        if (names == null) {
            List<FileCell> first = row(RecipientHeader.MOST_COLUMNS + 1);
            if (first == null) {
                throw new BadRecipientException(
                        1, 1, "the file is empty; begin with a line of names such as id,address,name", true);
            }
            try {
                names = RecipientHeader.of(first);
            } catch (BadRecipientException e) {
                throw e.andTheRest();
            }
            header = names;
        }
        List<FileCell> row = row(names.size() + 1);
        if (row == null) {
            return null;
        }
        line = row.get(0).line();
        if (row.size() > names.size()) {
            throw row.get(names.size())
                    .bad("here begins a field more than the header has (" + names.size()
                            + "); put a field that has commas between quotes");
        }
        if (row.size() < names.size()) {
            throw row.get(row.size() - 1)
                    .bad("the row has " + row.size() + " fields, and the header has " + names.size()
                            + "; add the missing ones, if only as commas");
        }
        return names.recipient(row);
    }

    @Override
    public long line() {
        return line;
    }

    /** The first fields of the next row that is not empty; null at the end. */
    private @Nullable List<FileCell> row(int most) throws IOException {
        while (true) {
            List<FileCell> row = anyRow(most);
            boolean empty = row != null && row.size() == 1 && row.get(0).text().isBlank();
            if (!empty) {
                return row;
            }
        }
    }

    private @Nullable List<FileCell> anyRow(int most) throws IOException {
        if (parsed() == null) {
            return null;
        }
        List<FileCell> row = new ArrayList<>();
        while (true) {
            JsonLocation begin = parser.currentLocation();
            if (parsed() != JsonToken.VALUE_STRING) {
                return row;
            }
            if (row.size() < most) {
                row.add(new FileCell(parser.getText(), begin.getLineNr(), begin.getColumnNr()));
            }
        }
    }

    /** The next token. What is no CSV ends the file: nobody knows where the next row begins. */
    private @Nullable JsonToken parsed() throws IOException {
        JsonLocation begin = parser.currentLocation();
        try {
            return parser.nextToken();
        } catch (StreamConstraintsException e) {
            throw bad(
                    begin,
                    "the field that begins here has more than " + RecipientReader.LONGEST_VALUE
                            + " characters; shorten it, and check that each quote is closed");
        } catch (JsonParseException e) {
            if (e.getOriginalMessage().startsWith("Missing closing quote")) {
                throw bad(
                        begin,
                        "the quote that begins here is not closed; close it, and write a quote within a field as two");
            }
            JsonLocation behind = e.getLocation() == null ? begin : e.getLocation();
            throw new BadRecipientException(
                    behind.getLineNr(),
                    Math.max(1, behind.getColumnNr() - 1),
                    "text follows a closing quote; write a quote within a field as two",
                    true);
        }
    }

    private static BadRecipientException bad(JsonLocation at, String what) {
        return new BadRecipientException(at.getLineNr(), at.getColumnNr(), what, true);
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
