package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files of the guard on disk altered, cut short or emptied between a stop and the next start, as a failing disk does. */
public final class StateCorrupted implements Trouble {

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
                    .filter(file ->
                            READ_AGAIN.matcher(file.getFileName().toString()).matches())
                    .filter(file -> file.toFile().length() > 0)
                    .sorted()
                    .toList();
        }
    }
}
