package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The recipients of a file in one format. */
interface RecipientRows extends Closeable {

    /**
     * The next recipient; null at the end.
     *
     * @throws BadRecipientException when it is none
     */
    @Nullable
    Recipient next() throws IOException;

    /** On which line the last recipient began. */
    long line();
}
