package dev.hapax.classify.rules;

import dev.hapax.classify.rules.Rule.Result;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/** Everything a rule set's judgements depend on, written down in one way only, and hashed. */
final class RuleSetDigest {

    /** Goes up when the same rules would be judged in another way, so that old decisions keep telling what made them. */
    private static final String MEANING = "hapax-rules-1";

    private static final int DIGITS = 12;

    private final StringBuilder out = new StringBuilder();

    /** The hash of a rule set, which is part of every decision. */
    static String version(Result otherwise, List<Rule> rules) {
        RuleSetDigest form = new RuleSetDigest().text(MEANING);
        otherwise.describe(form);
        form.list(rules, rule -> rule.describe(form));
        return "rules@" + form.digest();
    }

    /** A length in front of each text, so that no two different rule sets read alike. */
    RuleSetDigest text(String text) {
        out.append(text.length()).append(':').append(text).append(' ');
        return this;
    }

    RuleSetDigest number(int number) {
        return text(Integer.toString(number));
    }

    <T> RuleSetDigest list(List<T> items, Consumer<T> each) {
        number(items.size());
        items.forEach(each);
        return this;
    }

    private String digest() {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(out.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
