package dev.hapax.admin.feed;

import dev.hapax.admin.Query;
import dev.hapax.config.Settings;
import dev.hapax.topics.Topic;
import java.util.Arrays;

/** The longest token that an instance accepts. */
public final class Longest {

    private static final long LARGE = 30_000_000_000L;

    private Longest() {}

    public static String token(Settings settings) {
        Tokens tokens = new Tokens(settings);
        String longest = "";
        for (int partitions = 900; ; partitions++) {
            long[] next = new long[partitions];
            Arrays.fill(next, LARGE);
            Position position = Position.NOWHERE;
            for (Topic topic : FeedTopics.ALL) {
                position = position.with(topic, next);
            }
            String token = tokens.write(position);
            if (token.length() > Query.LONGEST_TOKEN) {
                return longest;
            }
            longest = token;
        }
    }
}
