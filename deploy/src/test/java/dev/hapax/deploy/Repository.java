package dev.hapax.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of the repository, as the tests read them. */
final class Repository {

    static final Path ROOT = Path.of(System.getProperty("hapax.root", "..")).toAbsolutePath();
    static final Path DEPLOY = ROOT.resolve("deploy");
    static final ObjectMapper JSON = new ObjectMapper();

    private Repository() {}

    static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    /** A file in YAML, with its anchors and merges resolved; a key that is given twice is an error. */
    static JsonNode yaml(String file) throws IOException {
        return documents(text(file)).get(0);
    }

    static JsonNode yamlOf(Path file) {
        try {
            return documents(Files.readString(file)).get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<JsonNode> documents(String text) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        List<JsonNode> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(strict))
                .loadAll(text)
                .forEach(document -> documents.add(JSON.valueToTree(document)));
        return documents;
    }

    /** The files of a folder of this ending, in the order of their names. */
    static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
