package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.app.FailedException;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.operations.Moment;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.MessageEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax quarantine edit}: corrects a message and processes it again. */
@Command(
        name = "edit",
        mixinStandardHelpOptions = true,
        description = {
            "Correct a quarantined message and process it again: in $VISUAL or $EDITOR, with a JSON merge patch, or from a"
                    + " file.",
            "The difference is recorded, with who made it and why."
        })
final class EditCommand implements Callable<Integer> {

    @Mixin
    private final CaseChangeOptions change = new CaseChangeOptions();

    @Mixin
    private final CaseChangeOptions.WaitOption wait = new CaseChangeOptions.WaitOption();

    @Parameters(paramLabel = "CASE", description = "The case, as topic-partition@offset.")
    private String name = "";

    @Option(
            names = "--patch",
            paramLabel = "JSON",
            description = "A JSON merge patch (RFC 7396); null removes a member.")
    private @Nullable String patch;

    @Option(names = "--value-file", paramLabel = "FILE", description = "The new value, byte for byte.")
    private @Nullable Path valueFile;

    @Option(
            names = "--timestamp",
            paramLabel = "TIME",
            description = "The new event time, such as now or 2026-05-05T16:53:20Z.")
    private @Nullable String timestamp;

    @Mixin
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private final FormerOptions.Message former = new FormerOptions.Message();

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why; recorded with the change.")
    private String reason = "";

    @Option(names = "--dry-run", description = "Show the difference and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description =
                    "Replay it even if it is parked, would be quarantined again, or has a copy that was processed.")
    private boolean force;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Coordinates id = CaseIds.parse(name);
        if (patch != null && valueFile != null) {
            throw new IllegalArgumentException("--patch and --value-file: use only one of them.");
        }
        Duration longest = wait.duration();
        // Wrong arguments fail before a broker is contacted.
        Instant time = timestamp == null
                ? null
                : Moment.parse("--timestamp", timestamp, Clock.systemUTC().instant());
        byte[] value = valueFile == null ? null : read(valueFile);
        if (patch != null) {
            MessageEdit.requirePatch(patch);
        }
        Message original = change.access()
                .read((inbox, progress) -> inbox.find(id, progress).latest().original());
        Message edited = edited(original, time, value);
        String diff = MessageEdit.diff(original, edited);
        if (diff.isEmpty()) {
            throw new FailedException(
                    id + " is unchanged. To process it again unchanged, use 'hapax quarantine replay'.");
        }
        change.output().err().println(diff);
        change.output().err().flush();
        if (dryRun) {
            change.output().print(Map.of("case", id.toString(), "diff", diff, "dryRun", true), List.of());
            return ExitCodes.DONE;
        }
        return change.act(List.of(id), new CaseAction.Edit(edited, diff, reason, force), longest);
    }

    private Message edited(Message original, @Nullable Instant time, byte @Nullable [] value)
            throws IOException, InterruptedException {
        Message edited = time == null ? original : MessageEdit.withTimestamp(original, time);
        if (patch != null) {
            return MessageEdit.patched(edited, patch);
        }
        if (value != null) {
            return MessageEdit.withValue(edited, value);
        }
        return time != null ? edited : MessageEdit.withValue(edited, inEditor(original.value()));
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("--value-file: " + file + " does not exist.", e);
        }
    }

    /**
     * The content when the user has closed the editor, which is opened on a temporary file.
     *
     * @throws FailedException when there is no editor, or it failed
     */
    private static byte[] inEditor(byte @Nullable [] content) throws IOException, InterruptedException {
        String editor = editor();
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

    private static String editor() {
        for (String variable : new String[] {"VISUAL", "EDITOR"}) {
            String value = System.getenv(variable);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        throw new FailedException("No editor is set. Set EDITOR, or use --patch or --value-file.");
    }
}
