package dev.hapax.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The file in which a broker says which process it is.
 *
 * <p>It stays behind when the broker is killed, and the number may be somebody else's by then. So a process is taken for the
 * broker only when its command line is that of a broker of this folder.
 *
 * @param words what the broker's command line has, each as an argument of its own
 */
record PidFile(Path file, List<String> words) {

    /** Writes the number of this process into a file that it has locked. */
    static void write(FileChannel locked) throws IOException {
        locked.truncate(0);
        locked.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"), 0);
    }

    /** The living broker, if there is one. */
    Optional<ProcessHandle> process() {
        return pid().flatMap(ProcessHandle::of).filter(this::isOurs);
    }

    /** A process that has ended and that nobody has asked about since is still listed, but has no command line any more. */
    private boolean isOurs(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .arguments()
                        .filter(arguments -> Arrays.asList(arguments).containsAll(words))
                        .isPresent();
    }

    private Optional<Long> pid() {
        try {
            return Optional.of(Files.readString(file, StandardCharsets.US_ASCII).strip())
                    .filter(text -> text.matches("\\d{1,18}"))
                    .map(Long::valueOf);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new BrokerException(file + " cannot be read (" + e + "): check its permissions", e);
        }
    }
}
