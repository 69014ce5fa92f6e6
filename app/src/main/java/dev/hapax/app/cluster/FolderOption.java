package dev.hapax.app.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --folder DIR}: where the brokers keep their data, and by which they are known again. */
final class FolderOption {

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "Where the brokers' data is (default: .work/cluster beside the hapax script).")
    private @Nullable Path folder;

    Path folder() {
        return folder == null ? Path.of(System.getProperty("hapax.home", ""), ".work", "cluster") : folder;
    }
}
