package dev.hapax.builds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The folder that holds the POM of all modules, and what stands in it. */
record Repository(Path root) {

    static Repository here() {
        return new Repository(Path.of(System.getProperty("hapax.root")));
    }

    Pom pom() {
        return Pom.in(root);
    }

    Pom pom(String module) {
        return Pom.in(root.resolve(module));
    }

    String text(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    /** The folders that have a file of this name in them, in the order of their names. */
    List<String> foldersWith(String file) throws IOException {
        try (var folders = Files.list(root)) {
            return folders.filter(each -> Files.exists(each.resolve(file)))
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }
}
