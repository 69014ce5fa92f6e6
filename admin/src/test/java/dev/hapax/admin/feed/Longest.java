package dev.hapax.admin.feed;

import dev.hapax.admin.Limits;
import dev.hapax.config.Settings;
import java.util.Arrays;

/** The longest token an instance takes. */
public final class Longest {

    private static final long LARGE = 30_000_000_000L;

    private Longest() {}

    public static String token(Settings settings) {
        Tokens tokens = new Tokens(settings);
        String longest = "";
        for (int partitions = 1_500; ; partitions++) {
            long[][] next = new long[Topics.of(settings.topicNames()).count()][partitions];
            for (long[] topic : next) {
                Arrays.fill(topic, LARGE);
            }
            String token = tokens.write(Position.of(next));
            if (token.length() > Limits.LONGEST_TOKEN) {
                return longest;
            }
            longest = token;
        }
    }
}
