package dev.hapax.app.delivery;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hapax.operations.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a delivery from a file of JSON, as strictly as the API does. */
final class StagingFile {

    private static final int LARGEST = 32 << 20;
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private StagingFile() {}

    /** @param file {@code -} for standard input */
    static JsonNode read(String file) {
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IllegalArgumentException("--json: " + file + " has more than " + LARGEST + " bytes");
            }
            return STRICT.readTree(bytes);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("--json: " + file + " is no JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("--json: " + file + " can't be read: " + Unreadable.why(e), e);
        }
    }
}
