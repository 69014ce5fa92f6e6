package dev.hapax.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** JSON output of commands in golden files: its fields are public. Times differ from run to run and are masked. */
public final class GoldenJson {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String TIME = "\"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z\"";

    private GoldenJson() {}

    public static void assertGolden(String name, Typed printed) throws IOException {
        assertThat(printed.out()).as(printed.err()).hasLineCount(1);
        String json = JSON.writeValueAsString(JSON.readTree(printed.out())).replaceAll(TIME, "\"TIME\"") + "\n";
        Files.writeString(Path.of("target", name), json);
        try (InputStream in = GoldenJson.class.getResourceAsStream("/golden/" + name)) {
            String golden = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(json)
                    .as("If the change is intended, copy app/target/" + name + " over the golden file")
                    .isEqualTo(golden);
        }
    }
}
