package dev.hapax.app.cluster;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --folder DIR}: the data folder, which identifies a cluster. */
final class FolderOption {

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description = "The data folder of the brokers (default: .work/cluster beside the hapax script).")
    private @Nullable Path folder;

    Path folder() {
        return folder == null ? Path.of(System.getProperty("hapax.home", ""), ".work", "cluster") : folder;
    }
}
