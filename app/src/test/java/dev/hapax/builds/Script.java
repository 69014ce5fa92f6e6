package dev.hapax.builds;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A shell script of the repository, run with an environment of the test's making. */
record Script(Path file, Map<String, String> environment) {

    /** What a script answered. */
    record Answer(int exitCode, String out, String err) {}

    Answer run(Path workingFolder, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(file.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(workingFolder.toFile());
        builder.environment().putAll(environment);
        var errors = workingFolder.resolve("stderr").toFile();
        builder.redirectError(errors);
        var process = builder.start();
        process.getOutputStream().close();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(
                process.waitFor(),
                out.strip(),
                Files.readString(errors.toPath()).strip());
    }
}
