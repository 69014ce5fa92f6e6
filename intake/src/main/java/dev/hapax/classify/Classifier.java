package dev.hapax.classify;

import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.rendering.RuleDelivery;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a message is. A pure function: the same content gets the same judgement from the same version, on any machine,
 * at any time. Called from several threads at once, after {@link #open} and before {@link #close}.
 */
public interface Classifier extends AutoCloseable {

    /** Connects to what the classifier needs. Called before the first message, and again if it is used after {@link #close}. */
    default void open() {}

    /** Releases what {@link #open} acquired. Called after the last message. */
    @Override
    default void close() {}

    /** A hash of everything that the judgement depends on besides the content. It is part of every decision. */
    String version();

    /** The fields it looks at, so that intake need not read the others. */
    Set<String> fields();

    /**
     * @throws UndecidableException when the content contradicts what the classifier needs; the message is quarantined as
     *     CLASSIFIER_FAILED, as it is for any other exception
     * @throws dev.hapax.domain.UnavailableException when it cannot decide now; the message is retried
     */
    Judgement classify(Content content) throws UndecidableException;

    /** Why each rule matches this content or not, in the order of their priority; empty if the classifier has no rules. */
    default List<RuleExplanation> explain(Content content) {
        return List.of();
    }

    /** What its judgements can lead to; empty if it delivers nothing. */
    default Collection<RuleDelivery> deliveries() {
        return List.of();
    }

    /** What a judgement of this very version delivers; null for nothing. */
    default @Nullable RuleDelivery deliveryOf(Judgement judgement) {
        return null;
    }

    /**
     * The reason of a judgement of this very version, without anything the message says.
     *
     * @return null where it is not known which part of a reason that is
     */
    default @Nullable String ownWordsOf(Judgement judgement) {
        return null;
    }
}
