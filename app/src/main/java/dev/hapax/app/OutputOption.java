package dev.hapax.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.Environment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code -o text|json}, for the commands that print results. */
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
            description = "Output format: text or json (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // it has a default
    private Form form;

    public boolean json() {
        return form == Form.json;
    }

    /** Where text goes. */
    public Terminal terminal() {
        return json() ? Terminal.NONE : Terminal.ofProcess(Environment.ofProcess());
    }

    /** Whether these arguments ask for JSON. For arguments that can't be parsed, too: their error is printed as JSON. */
    static boolean asksForJson(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i).toLowerCase(Locale.ROOT);
            boolean apart = argument.equals("-o") || argument.equals("--output");
            String next = apart && i + 1 < arguments.size() ? arguments.get(i + 1) : "";
            if (next.equalsIgnoreCase(Form.json.name())
                    || List.of("-ojson", "-o=json", "--output=json").contains(argument)) {
                return true;
            }
        }
        return false;
    }

    /** One line of JSON. */
    public static String json(Map<String, ? extends @Nullable Object> object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of plain values can always be written", e);
        }
    }

    /**
     * The fields that every list has; a command may add its own.
     *
     * @param next what to pass to get the next page; null when there is no more
     */
    public static Map<String, @Nullable Object> list(List<?> items, @Nullable String next) {
        Map<String, @Nullable Object> list = new LinkedHashMap<>();
        list.put("items", items);
        list.put("next", next);
        return list;
    }
}
