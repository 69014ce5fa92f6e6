package dev.hapax.bench.contender;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a contender is given to do: read one topic, let each key pass once within the time to live, write to another, and
 * commit both together.
 *
 * @param input a topic whose record keys are the identities
 * @param group consumer group or application id; its committed offsets are the progress of the work
 * @param threads how many consumers or stream threads
 * @param ttl how long a key is remembered, in event time
 * @param wallTtl the same for those who know the wall clock only: about as many keys live at full speed
 * @param folder where it may keep state; its own, empty
 * @param options what only some contenders know
 */
public record Job(
        String bootstrap,
        String input,
        String output,
        String group,
        int threads,
        Duration ttl,
        Duration wallTtl,
        Path folder,
        Map<String, String> options) {

    /** Between two commits, for every contender: what Hapax has by default. */
    public static final Duration COMMIT_INTERVAL = Duration.ofMillis(100);

    private static final String OPTION = "option.";

    public String option(String name) {
        return required(options, name, "option");
    }

    /** As the arguments of a process. */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(
                "bootstrap=" + bootstrap,
                "input=" + input,
                "output=" + output,
                "group=" + group,
                "threads=" + threads,
                "ttl=" + ttl,
                "wallTtl=" + wallTtl,
                "folder=" + folder));
        options.forEach((name, value) -> arguments.add(OPTION + name + "=" + value));
        return arguments;
    }

    static Job parse(List<String> arguments) {
        Map<String, String> given = new HashMap<>();
        Map<String, String> options = new HashMap<>();
        for (String argument : arguments) {
            int split = argument.indexOf('=');
            String name = argument.substring(0, split);
            String value = argument.substring(split + 1);
            if (name.startsWith(OPTION)) {
                options.put(name.substring(OPTION.length()), value);
            } else {
                given.put(name, value);
            }
        }
        return new Job(
                required(given, "bootstrap", "argument"),
                required(given, "input", "argument"),
                required(given, "output", "argument"),
                required(given, "group", "argument"),
                Integer.parseInt(required(given, "threads", "argument")),
                Duration.parse(required(given, "ttl", "argument")),
                Duration.parse(required(given, "wallTtl", "argument")),
                Path.of(required(given, "folder", "argument")),
                options);
    }

    private static String required(Map<String, String> given, String name, String kind) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException("this contender needs " + kind + " " + name);
        }
        return value;
    }
}
