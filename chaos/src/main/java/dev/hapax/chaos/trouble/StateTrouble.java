package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Leftovers;
import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Folders;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** State folders that are full, deleted or damaged. */
public final class StateTrouble {

    private StateTrouble() {}

    /**
     * The state folder of one instance on a small disk of its own (a tmpfs mount, for which the right to mount is needed), which is
     * filled to the last byte and freed again.
     */
    public static final class DiskFull implements Trouble {

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
                // The disk is full, as intended.
                if (!String.valueOf(e.getMessage()).contains(NO_SPACE)) {
                    throw e;
                }
            }
        }

        @Override
        public void heal(Stage stage) throws Exception {
            Files.deleteIfExists(stage.fleet().state(1).resolve("ballast"));
        }

        /** After Ctrl-C: a mounted disk would prevent the next run. */
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
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(20, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", List.of(command)) + ": " + said.strip());
            }
        }
    }

    /** The state folder gone: while an instance was stopped, after it was killed, and while it runs. */
    public static final class Deleted implements Trouble {

        private static final String STOPPED = "state deleted of a stopped instance";
        private static final String KILLED = "state deleted of a killed instance";
        private static final String RUNNING = "state deleted of a running instance";

        private int round;

        @Override
        public Set<String> faults() {
            return Set.of(STOPPED, KILLED, RUNNING);
        }

        /** Threads fail when their folder is deleted, maybe more often than instance.max-thread-replacements allows. */
        @Override
        public Pattern mayEndWith() {
            return Pattern.compile("ProcessorStateException|No such file or directory|NoSuchFileException");
        }

        @Override
        public void strike(Stage stage) throws Exception {
            int victim = stage.anyInstance();
            Path state = stage.fleet().state(victim);
            if (Folders.count(state) == 0) {
                // It has continued with files that are open but deleted.
                stage.fleet().kill(victim);
                stage.fleet().start(victim);
                stage.fleet().awaitReady(victim);
            }
            stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(3));
            switch (round++ % 3) {
                case 0 -> {
                    stage.fleet().stop(victim);
                    delete(stage, victim, STOPPED);
                    stage.fleet().start(victim);
                }
                case 1 -> {
                    delete(stage, victim, RUNNING);
                    stage.letWork(Duration.ofSeconds(1), Duration.ofSeconds(4));
                    if (stage.random().nextBoolean()) {
                        stage.fleet().kill(victim);
                        stage.fleet().start(victim);
                    }
                }
                default -> {
                    stage.fleet().kill(victim);
                    delete(stage, victim, KILLED);
                    stage.fleet().start(victim);
                }
            }
            stage.fleet().awaitReady(victim);
        }

        private static void delete(Stage stage, int victim, String fault) throws IOException {
            int files = Folders.deleteUnder(stage.fleet().state(victim));
            stage.journal().fault(fault, files, "instance " + victim + ", " + files + " files");
        }
    }

    /** Files of the guard on disk altered, cut short or emptied between a stop and the next start, as a failing disk does. */
    public static final class Corrupted implements Trouble {

        private static final String ALTERED = "bytes altered";
        private static final String CUT_SHORT = "file cut short";
        private static final String EMPTIED = "file emptied";
        private static final String DELETED = "file deleted";
        private static final String NOTICED = "damage noticed";
        private static final Pattern READ_AGAIN = Pattern.compile("CURRENT|MANIFEST-.*|.*\\.sst|\\.checkpoint.*");
        private static final Pattern TOLD =
                Pattern.compile("is damaged on disk|thrown away and restored from its changelog");
        private static final Duration NOTICED_WITHIN = Duration.ofSeconds(3);

        @Override
        public Set<String> faults() {
            return Set.of(ALTERED, CUT_SHORT, EMPTIED, DELETED, NOTICED);
        }

        @Override
        public void strike(Stage stage) throws Exception {
            for (String fault : List.of(ALTERED, CUT_SHORT, EMPTIED, DELETED)) {
                int victim = stage.anyInstance();
                stage.letWork(Duration.ofMillis(500), Duration.ofSeconds(2));
                // A clean stop: after a kill the guard would be thrown away and restored, and nothing would be learnt.
                stage.fleet().stop(victim);
                corrupt(stage, victim, fault);
                stage.fleet().start(victim);
                stage.fleet().awaitReady(victim);
                requireNotice(stage, victim);
            }
        }

        private static void requireNotice(Stage stage, int victim) throws IOException {
            HapaxProcess instance = stage.fleet().instance(victim);
            if (Patience.within(
                    NOTICED_WITHIN, () -> TOLD.matcher(instance.printedToErr()).find())) {
                stage.journal().fault(NOTICED, "instance " + victim);
            } else {
                stage.journal()
                        .note("instance " + victim + " has not read what is damaged, or was not given that task back");
            }
        }

        private static void corrupt(Stage stage, int victim, String fault) throws IOException {
            // Drawn whether there are files or not, so that what follows is the same for the same seed.
            double which = stage.random().nextDouble();
            Random damage = new Random(stage.random().nextLong());
            List<Path> files = files(stage.fleet().state(victim));
            if (files.isEmpty()) {
                stage.journal().note("instance " + victim + " has no files to corrupt");
                return;
            }
            Path file = files.get((int) (which * files.size()));
            long size = Files.size(file);
            if (fault.equals(DELETED)) {
                Files.delete(file);
            } else {
                damage(file, fault, damage);
            }
            stage.journal().fault(fault, "instance " + victim + ", " + file.getFileName() + " of " + size + " bytes");
        }

        private static void damage(Path file, String fault, Random random) throws IOException {
            try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                switch (fault) {
                    case ALTERED -> alter(bytes, bytes.length(), random);
                    case CUT_SHORT -> bytes.setLength(bytes.length() / 2);
                    default -> bytes.setLength(0);
                }
            }
        }

        private static void alter(RandomAccessFile bytes, long size, Random random) throws IOException {
            for (int i = 0; i < 16; i++) {
                bytes.seek((long) (random.nextDouble() * size));
                bytes.write(random.nextInt(256));
            }
        }

        /** Those that are read again. */
        private static List<Path> files(Path state) throws IOException {
            try (Stream<Path> all = Files.walk(state)) {
                return all.filter(Files::isRegularFile)
                        .filter(file -> READ_AGAIN
                                .matcher(file.getFileName().toString())
                                .matches())
                        .filter(file -> file.toFile().length() > 0)
                        .sorted()
                        .toList();
            }
        }
    }
}
