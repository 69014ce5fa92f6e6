package dev.hapax.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code -o text|json}, for the commands that print something a script may want. */
public final class OutputOption {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** How results are printed. */
    enum Form {
        text,
        json
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private Form form;

    public boolean json() {
        return form == Form.json;
    }

    /** One line of JSON. */
    public static String json(Map<String, ? extends @Nullable Object> object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can always be written", e);
        }
    }
}
