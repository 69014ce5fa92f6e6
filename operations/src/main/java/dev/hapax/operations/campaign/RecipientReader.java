package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads recipients from CSV or JSON lines, one after the other. What it holds is bounded, whatever the file is. A recipient that is
 * wrong is reported with line and column, and those after it are read; what is no CSV or no UTF-8 ends the file.
 */
public final class RecipientReader implements Closeable {

    static final int LONGEST_VALUE = 16 * 1024;

    private static final int LOOK_AHEAD = 8 * 1024;

    private final String file;
    private final BufferedReader text;
    private @Nullable RecipientRows rows;
    private boolean ended;

    /**
     * @param in UTF-8; what begins with { is JSON lines, and everything else is CSV
     * @param file what problems call it
     */
    public RecipientReader(InputStream in, String file) {
        this.file = file;
        this.text = new BufferedReader(new StrictUtf8(in), LOOK_AHEAD);
    }

    /**
     * The next recipient, or what is wrong with it; null at the end.
     *
     * @throws IOException when the file can't be read
     */
    public @Nullable RecipientLine next() throws IOException {
        if (ended) {
            return null;
        }
        try {
            RecipientRows found = rows == null ? open() : rows;
            rows = found;
            Recipient recipient = found.next();
            ended = recipient == null;
            return recipient == null ? null : new RecipientLine.Good(found.line(), recipient);
        } catch (BadRecipientException e) {
            RecipientLine.Bad bad = e.in(file);
            ended = bad.rest();
            return bad;
        }
    }

    private RecipientRows open() throws IOException {
        text.mark(LOOK_AHEAD);
        int c = text.read();
        for (int i = 1; i < LOOK_AHEAD && Character.isWhitespace(c); i++) {
            c = text.read();
        }
        text.reset();
        if (c == '[') {
            throw new BadRecipientException(
                    1, 1, "the file begins with [; write one JSON object a line, without a list around them", true);
        }
        return c == '{' ? new JsonRecipients(text) : new CsvRecipients(text);
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
