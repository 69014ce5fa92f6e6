package dev.hapax.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The editor a person has chosen, on a file of its own. */
public final class Editor {

    private Editor() {}

    /**
     * What is left when the person closes the editor.
     *
     * @throws FailedException when there is no editor, or it failed
     */
    public static byte[] edit(byte @Nullable [] content) throws IOException, InterruptedException {
        String editor = chosen();
        Path file = Files.createTempFile("hapax-edit-", ".txt");
        try {
            Files.write(file, content == null ? new byte[0] : content);
            // By the shell, since an editor may come with options of its own.
            Process process = new ProcessBuilder("sh", "-c", editor + " \"$1\"", "sh", file.toString())
                    .inheritIO()
                    .start();
            int exitCode = process.waitFor();
            if (exitCode != 0) {
                throw new FailedException(
                        "'" + editor + "' ended with " + exitCode + ": nothing was done; set EDITOR to another editor");
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
        throw new FailedException("which editor? Set EDITOR, or give --patch or --value-file");
    }
}
