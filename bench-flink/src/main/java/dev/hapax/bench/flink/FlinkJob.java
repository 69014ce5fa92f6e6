package dev.hapax.bench.flink;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The bench's job for a contender, from arguments of the form {@code name=value}. */
record FlinkJob(Map<String, String> given) {

    static FlinkJob parse(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        for (String argument : arguments) {
            int split = argument.indexOf('=');
            given.put(argument.substring(0, split), argument.substring(split + 1));
        }
        return new FlinkJob(given);
    }

    /** Which of the jobs here it is. */
    String name() {
        return required("job");
    }

    String bootstrap() {
        return required("bootstrap");
    }

    String input() {
        return required("input");
    }

    String output() {
        return required("output");
    }

    String group() {
        return required("group");
    }

    int threads() {
        return Integer.parseInt(required("threads"));
    }

    /** Flink's state forgets by the wall clock only. */
    Duration wallTtl() {
        return Duration.parse(required("wallTtl"));
    }

    String folder() {
        return required("folder");
    }

    String option(String name, String otherwise) {
        return given.getOrDefault("option." + name, otherwise);
    }

    private String required(String name) {
        String value = given.get(name);
        if (value == null) {
            throw new IllegalArgumentException("argument " + name + "=... is missing");
        }
        return value;
    }
}
