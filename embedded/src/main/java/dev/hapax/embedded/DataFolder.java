package dev.hapax.embedded;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.common.TransactionVersion;
import org.jspecify.annotations.Nullable;

/** The folder a broker keeps its data in, held by one broker at a time. */
final class DataFolder implements AutoCloseable {

    /** Kafka maps its index files into memory; on a full disk a write there kills the JVM without a word. */
    private static final long LEAST_FREE_BYTES = 128L << 20;

    /** Held by the broker as long as it lives; it also says which process that is. */
    static final String LOCK = "broker.lock";

    private final Path logs;
    private final FileChannel lockFile;
    private final FileLock lock;

    private DataFolder(Path logs, FileChannel lockFile, FileLock lock) {
        this.logs = logs;
        this.lockFile = lockFile;
        this.lock = lock;
    }

    static DataFolder open(Path folder) {
        var absolute = folder.toAbsolutePath().normalize();
        if (absolute.toString().contains(",")) {
            throw new BrokerException(
                    absolute + " has a comma in its name, which Kafka takes for two folders: choose another");
        }
        try {
            Files.createDirectories(absolute);
            var free = Files.getFileStore(absolute).getUsableSpace();
            if (free < LEAST_FREE_BYTES) {
                throw new BrokerException(
                        "the disk of " + absolute + " has " + (free >> 20) + " MB left and a broker needs "
                                + (LEAST_FREE_BYTES >> 20) + " MB to start: free some space or choose another folder");
            }
            return lock(absolute);
        } catch (FileAlreadyExistsException e) {
            throw new BrokerException(absolute + " is a file, and a broker needs a folder: choose another", e);
        } catch (IOException e) {
            throw new BrokerException(
                    absolute + " cannot be written to (" + e + "): check its permissions or choose another folder", e);
        }
    }

    Path logs() {
        return logs;
    }

    /** Writes cluster id and feature levels once; a folder that has them is left alone, so its data stays. */
    void formatIfNew(BrokerAddress place) {
        if (Files.exists(logs.resolve(MetaPropertiesEnsemble.META_PROPERTIES_NAME))) {
            return;
        }
        var said = new ByteArrayOutputStream();
        try (var print = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            Files.createDirectories(logs);
            new Formatter()
                    .setPrintStream(print)
                    .setNodeId(place.node())
                    .setClusterId(place.cluster().isEmpty() ? Uuid.randomUuid().toString() : place.cluster())
                    .addDirectory(logs.toString())
                    .setMetadataLogDirectory(logs.toString())
                    .setControllerListenerName(BrokerSockets.CONTROLLER)
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .setFeatureLevel(TransactionVersion.FEATURE_NAME, TransactionVersion.TV_2.featureLevel())
                    .run();
        } catch (Exception e) {
            throw new BrokerException(
                    logs + " could not be prepared for a broker: " + e.getMessage() + "\n"
                            + said.toString(StandardCharsets.UTF_8),
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        try (lockFile) {
            lock.release();
        }
    }

    private static DataFolder lock(Path folder) throws IOException {
        var file = folder.resolve(LOCK);
        var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            var lock = channel.tryLock();
            if (lock != null) {
                PidFile.write(channel);
                return new DataFolder(folder.resolve("kafka"), channel, lock);
            }
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(folder, e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw inUse(folder, null);
    }

    private static BrokerException inUse(Path folder, @Nullable Throwable cause) {
        return new BrokerException(
                folder + " is in use by another broker: stop that one or choose another folder", cause);
    }
}
