package dev.hapax.classify.rules;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One message as the rules see it: each part is worked out at most once, and only when a rule asks for it. */
final class MessageView {

    static final String SENDER = "sender";

    /** Shared, so never written to. */
    private static final BitSet NO_HITS = new BitSet();

    private static final char[] NO_TEXT = {};

    private final Content content;
    private final BitSet[] hits;
    private final char[][] folded;
    private final Map<String, String> collapsed = new HashMap<>();
    private @Nullable String senderDomain;

    /** @param keywordFields in the order of their numbers */
    MessageView(Content content, Automaton automaton, List<String> keywordFields) {
        this.content = content;
        this.hits = new BitSet[keywordFields.size()];
        this.folded = new char[hits.length][];
        for (int f = 0; f < hits.length; f++) {
            String text = text(keywordFields.get(f));
            folded[f] = text.isEmpty() ? NO_TEXT : Fold.folded(text);
            hits[f] = text.isEmpty() ? NO_HITS : automaton.found(folded[f]);
        }
    }

    /** The keywords found in the field of that number. */
    BitSet hits(int field) {
        return hits[field];
    }

    /** The value of a field; null if there is none, or for an explicit null. */
    @Nullable
    Value value(String field) {
        Value value = content.get(field);
        return value instanceof Value.Nothing ? null : value;
    }

    /** The text of a field as patterns see it; empty if there is none. */
    String collapsed(String field) {
        return collapsed.computeIfAbsent(field, f -> Fold.collapse(text(f)));
    }

    /** Whether the field of that number contains this piece of folded text. */
    boolean contains(int field, String piece) {
        char[] text = folded[field];
        char first = piece.charAt(0);
        for (int at = 0; at <= text.length - piece.length(); at++) {
            if (text[at] == first && standsAt(text, at, piece)) {
                return true;
            }
        }
        return false;
    }

    private static boolean standsAt(char[] text, int at, String piece) {
        for (int i = 1; i < piece.length(); i++) {
            if (text[at + i] != piece.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** The domain of the sender, in lower case; empty if unknown. */
    String senderDomain() {
        String domain = senderDomain;
        if (domain == null) {
            String sender = text(SENDER);
            domain = sender.isEmpty() ? "" : SenderDomain.of(sender);
            senderDomain = domain;
        }
        return domain;
    }

    private String text(String field) {
        Value value = value(field);
        // An object or a list has no words of its own; a number or a flag reads as it is written.
        return value == null || value instanceof Value.Structure ? "" : value.display();
    }
}
