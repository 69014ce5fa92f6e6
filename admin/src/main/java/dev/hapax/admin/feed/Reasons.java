package dev.hapax.admin.feed;

import dev.hapax.domain.Decision;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import org.jspecify.annotations.Nullable;

/**
 * The visible reason of a decision. If fields are masked, this is the text of the rule without quotes of the message. A decision
 * does not record which fields its reason quotes, and the message is not available, so the reason itself is hidden
 * then.
 */
final class Reasons {

    static final String HIDDEN = "(hidden: admin.mask is set, and a reason may quote the message)";

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
        // The rules of another version are unknown here.
        return source != null && source.version().equals(decision.classifier())
                ? source.classifier().ownWordsOf(decision.judgement())
                : null;
    }
}
