package dev.hapax.bench.jmh;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rules of made-up words, and messages of the same words. A file of more rules begins with those of a file of fewer, and the
 * messages are the same for all, so that only the number of rules differs.
 */
final class MadeUpRules {

    private static final String[] SYLLABLES = {
        "ba", "den", "ko", "lir", "mas", "ne", "pol", "qui", "ra", "sten", "tu", "vo", "wes", "xi", "yan", "zor"
    };
    private static final int WORDS_OF_A_SUBJECT = 5;
    private static final int WORDS_OF_A_BODY = 14;

    private MadeUpRules() {}

    static String file(int rules) {
        StringBuilder file = new StringBuilder("version: 1\nrules:\n");
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < rules; i++) {
            String phrases =
                    Stream.generate(() -> "\"" + phrase(random) + "\"").limit(6).collect(Collectors.joining(", "));
            String pattern =
                    "\\\\b" + word(random) + "\\\\b.{0,40}\\\\b(" + word(random) + "|" + word(random) + ")\\\\b";
            file.append("  - id: r")
                    .append(i)
                    .append("\n    label: made-up\n    priority: 50\n")
                    .append(
                            "    reason: \"Made up: {subject}\"\n    when:\n      any-of:\n        - keywords: { in: [subject, body], any: [")
                    .append(phrases)
                    .append("] }\n");
            if (i % 3 == 0) {
                file.append("        - pattern: { in: [subject], matches: \"")
                        .append(pattern)
                        .append("\" }\n");
            }
        }
        return file.toString();
    }

    /** One in four has a phrase of one of the first thirty rules; the others have their words in another order. */
    static Content[] messages(int count) {
        SplittableRandom random = new SplittableRandom(2);
        SplittableRandom ofRules = new SplittableRandom(1);
        String[] phrases = Stream.generate(() -> phrase(ofRules)).limit(30).toArray(String[]::new);
        Content[] messages = new Content[count];
        for (int i = 0; i < count; i++) {
            String subject = words(random, WORDS_OF_A_SUBJECT);
            String matching = i % 4 == 0 ? subject + " " + phrases[random.nextInt(phrases.length)] : subject;
            Map<String, Value> fields =
                    Map.of("subject", new Value.Text(matching), "body", new Value.Text(words(random, WORDS_OF_A_BODY)));
            messages[i] = fields::get;
        }
        return messages;
    }

    private static String phrase(SplittableRandom random) {
        return word(random) + " " + word(random);
    }

    private static String words(SplittableRandom random, int count) {
        return Stream.generate(() -> word(random)).limit(count).collect(Collectors.joining(" "));
    }

    /** Of two to four syllables, so that one word may be part of another, as in real rules. */
    private static String word(SplittableRandom random) {
        return Stream.generate(() -> SYLLABLES[random.nextInt(SYLLABLES.length)])
                .limit(2L + random.nextInt(3))
                .collect(Collectors.joining());
    }
}
