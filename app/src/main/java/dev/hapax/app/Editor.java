package dev.hapax.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens the editor of the user on a temporary file. */
public final class Editor {

    private Editor() {}

    /**
     * The content when the user closes the editor.
     *
     * @throws FailedException when there is no editor, or it failed
     */
    public static byte[] edit(byte @Nullable [] content) throws IOException, InterruptedException {
        String editor = chosen();
        Path file = Files.createTempFile("hapax-edit-", ".txt");
        try {
            Files.write(file, content == null ? new byte[0] : content);
            // With the shell, since EDITOR may contain options.
            Process process = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
                    .inheritIO()
                    .start();
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new FailedException("'" + editor + "' failed with exit code " + exitCode
                        + ". Nothing was changed. Set EDITOR to another editor.");
            }
            return Files.readAllBytes(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static String chosen() {
        for (String variable : new String[] {"VISUAL", "EDITOR"}) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        throw new FailedException("No editor is set. Set EDITOR, or use --patch or --value-file.");
    }
}
