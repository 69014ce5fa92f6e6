package dev.hapax.operations.campaign;

import dev.hapax.operations.Unreadable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where recipients come from.
 *
 * @param name what problems call it
 * @param path null for a stream, which can be read once
 */
public record RecipientFile(
        String name, @Nullable Path path, @Nullable InputStream stream) {

    /** @param name of a file; {@code -} for standard input */
    public static RecipientFile of(String name) {
        return name.equals("-")
                ? new RecipientFile("(standard input)", null, System.in)
                : new RecipientFile(name, Path.of(name), null);
    }

    /** Whether it can be read twice. */
    boolean isRegular() {
        return path != null && Files.isRegularFile(path);
    }

    RecipientReader open() {
        try {
            InputStream in = path == null ? stream : Files.newInputStream(path);
            if (in == null) {
                throw new IllegalStateException("neither a file nor a stream");
            }
            return new RecipientReader(path == null ? new Unclosed(in) : in, name);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    IllegalArgumentException unreadable(IOException e) {
        return new IllegalArgumentException(name + " can't be read: " + Unreadable.why(e), e);
    }

    /** Standard input belongs to the process. */
    private static final class Unclosed extends FilterInputStream {

        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {}
    }
}
