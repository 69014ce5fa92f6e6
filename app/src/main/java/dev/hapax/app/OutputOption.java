package dev.hapax.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.config.Environment;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** {@code -o text|json}, and the printing of results that follows from it. */
public final class OutputOption {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** How results are printed. */
    enum Form {
        text,
        json
    }

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it before any command runs
    private CommandSpec spec;

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

    /** Where results go. */
    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Where progress and remarks go. */
    public PrintWriter err() {
        return spec.commandLine().getErr();
    }

    /** Prints a result: the fields as one line of JSON, or the lines of text. */
    public void print(Map<String, ? extends @Nullable Object> fields, List<String> text) {
        if (json()) {
            out().println(json(fields));
        } else {
            text.forEach(out()::println);
        }
        out().flush();
    }

    public void print(Map<String, ? extends @Nullable Object> fields, String text) {
        print(fields, List.of(text));
    }

    /** What text is laid out for. */
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
