package dev.hapax.admin.feed;

import dev.hapax.domain.Decision;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import org.jspecify.annotations.Nullable;

/**
 * What may be told of why something was decided: all of it, or, where fields are masked, the words of the rule without what they
 * quote. A decision does not say which of the message's fields is in its reason, and the message is not at hand: so of the reason
 * itself nothing is told then.
 */
final class Reasons {

    static final String HIDDEN = "(not shown: admin.mask is set, and a reason may quote the message)";

    private final Sources sources;
    private final boolean masked;

    Reasons(Sources sources, boolean masked) {
        this.sources = sources;
        this.masked = masked;
    }

    String of(Decision decision) {
        if (!masked) {
            return decision.judgement().reason();
        }
        String words = ownWords(decision);
        return words == null ? HIDDEN : words;
    }

    private @Nullable String ownWords(Decision decision) {
        Source source = sources.ofTopic(decision.at().topic());
        // Of another version nobody knows here what its rules say.
        return source != null && source.version().equals(decision.classifier())
                ? source.classifier().ownWordsOf(decision.judgement())
                : null;
    }
}
