package dev.hapax.config;

import java.util.regex.Pattern;

/** What Kafka takes as the name of a topic, or as a part of one. */
final class TopicName {

    static final String RULE = "must be 1 to 249 of the characters a-z A-Z 0-9 . _ - and not just . or ..";
    static final String PART_RULE = "may only have the characters a-z A-Z 0-9 . _ - and be at most 128 of them";

    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._-]*");
    /** Leaves room for what Hapax and Kafka Streams put before and after it. */
    private static final int LONGEST_PART = 128;

    private TopicName() {}

    static boolean isLegal(String name) {
        return isMadeOfLegalCharacters(name)
                && !name.isEmpty()
                && name.length() <= 249
                && !name.equals(".")
                && !name.equals("..");
    }

    static boolean isLegalPart(String part) {
        return isMadeOfLegalCharacters(part) && part.length() <= LONGEST_PART;
    }

    private static boolean isMadeOfLegalCharacters(String text) {
        return CHARACTERS.matcher(text).matches();
    }
}
