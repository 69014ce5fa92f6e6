package dev.hapax.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A program of others that checks what is ours. Where it is missing the test is skipped, but never in CI. */
final class Tool {

    static final Tool PROMTOOL = new Tool("promtool", "apt-get install prometheus");
    static final Tool KCAT = new Tool("kcat", "apt-get install kcat");
    static final Tool KUBECTL = new Tool("kubectl", "apt-get install kubernetes-client");

    private final String name;
    private final String remedy;

    private Tool(String name, String remedy) {
        this.name = name;
        this.remedy = remedy;
    }

    /** What it prints; fails with everything it says when it finds something. */
    String run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(find().toString()));
        command.addAll(arguments);
        Path out = Files.createTempFile(name, ".out");
        Path err = Files.createTempFile(name, ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(Repository.ROOT.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            assertThat(ended).as("%s ends within a minute", command).isTrue();
            assertThat(process.exitValue())
                    .as("%s says:%n%s%s", command, Files.readString(out), Files.readString(err))
                    .isZero();
            return Files.readString(out);
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Where it is. */
    Path find() {
        Optional<Path> found = Arrays.stream(System.getenv("PATH").split(":", -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        String missing = name + " is not on PATH; " + remedy + " has it";
        assertThat(System.getenv("HAPAX_CI")).as(missing).isNull();
        return abort(missing);
    }
}
