package dev.hapax.bench;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of a measurement; null where the measurement decides.
 *
 * @param only the contenders to measure; all when empty
 * @param mail where real mails are; generated when null
 * @param rate messages a second of a latency run
 * @param profile whether each contender is recorded by JFR
 */
record Order(
        Extent extent,
        @Nullable Integer rounds,
        @Nullable Long messages,
        List<String> only,
        @Nullable Path mail,
        int threads,
        @Nullable Integer rate,
        boolean profile) {

    int rounds(int otherwise) {
        return rounds == null ? otherwise : rounds;
    }

    long messages(long otherwise) {
        return messages == null ? otherwise : messages;
    }

    boolean wants(String contender) {
        return only.isEmpty() || only.contains(contender);
    }

    /** How much of its time a user gives to a measurement. */
    enum Extent {
        QUICK,
        NORMAL,
        FULL;

        <T> T pick(T quick, T normal, T full) {
            return switch (this) {
                case QUICK -> quick;
                case NORMAL -> normal;
                case FULL -> full;
            };
        }
    }
}
