package dev.hapax.bench.lab;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A contender in a race.
 *
 * @param name what results call it
 * @param copies whether it lets every message pass, and not each identity once
 * @param options beyond those of its server
 */
public record Entry(
        String name,
        ContenderProgram program,
        boolean copies,
        int threads,
        Map<String, String> options,
        @Nullable GuardServer server) {

    long outputsOf(Lab.Input input) {
        return copies ? input.messages() : input.unique();
    }
}
