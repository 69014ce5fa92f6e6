package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Leftovers;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * The state folder of one instance on a small disk of its own (a tmpfs mount, for which the right to mount is needed), which is
 * filled to the last byte and freed again.
 */
public final class DiskFull implements Trouble {

    private static final String FULL = "disk full";
    private static final String MET = "instance met the full disk";
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final String SIZE = "48m";
    private static final String NO_SPACE = "No space left on device";

    @Override
    public Set<String> faults() {
        return Set.of(FULL, MET);
    }

    @Override
    public Pattern mayEndWith() {
        return Pattern.compile(NO_SPACE);
    }

    @Override
    public void prepare(Stage stage) throws Exception {
        Path disk = Files.createDirectories(stage.fleet().state(1));
        run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", disk.toString());
        stage.fleet().onceClosed(() -> run("umount", disk.toString()));
        Leftovers.add(() -> unmountIfLeft(disk));
    }

    @Override
    public void strike(Stage stage) throws Exception {
        stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
        Path ballast = stage.fleet().state(1).resolve("ballast");
        int gaveUp = stage.fleet().lastWords().size();
        fill(ballast);
        stage.journal().fault(FULL, "");
        // What is written while it runs may wait in memory for long; a restart writes at once.
        if (stage.random().nextBoolean()) {
            stage.fleet().kill(1);
            stage.fleet().start(1);
        } else {
            stage.fleet().stop(2);
            stage.fleet().start(2);
        }
        int said = complaints(stage);
        if (Patience.within(PATIENCE, () -> {
            stage.fleet().supervise();
            return stage.fleet().lastWords().size() > gaveUp || complaints(stage) > said;
        })) {
            stage.journal().fault(MET, "");
        }
        stage.letWork(Duration.ZERO, Duration.ofSeconds(3));
        Files.delete(ballast);
        stage.journal().note("disk free again");
        stage.fleet().awaitReady(1);
        stage.fleet().awaitReady(2);
    }

    private static int complaints(Stage stage) throws IOException {
        return stage.fleet().instance(1).printedToErr().split(NO_SPACE, -1).length;
    }

    private static void fill(Path ballast) throws IOException {
        byte[] block = new byte[1 << 16];
        try (var out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // The end of the disk, which is what was wanted.
            if (!String.valueOf(e.getMessage()).contains(NO_SPACE)) {
                throw e;
            }
        }
    }

    @Override
    public void heal(Stage stage) throws Exception {
        Files.deleteIfExists(stage.fleet().state(1).resolve("ballast"));
    }

    /** On Ctrl-C: a disk that is left would be in the way of the next run. */
    private static void unmountIfLeft(Path disk) {
        try {
            run("sh", "-c", "mountpoint -q \"$0\" && umount -l \"$0\" || true", disk.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", List.of(command)) + ": " + said.strip());
        }
    }
}
