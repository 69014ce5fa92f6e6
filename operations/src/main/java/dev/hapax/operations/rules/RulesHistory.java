package dev.hapax.operations.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The versions of rules that operators applied. Of a version that was applied several times, compaction keeps the last.
 *
 * @param applied the oldest first
 * @param end the offset of whatever is applied next
 */
public record RulesHistory(List<AppliedRules> applied, long end) {

    /** Of an application whose rule files count. */
    public static final RulesHistory NONE = new RulesHistory(List.of(), 0);

    public RulesHistory {
        applied = List.copyOf(applied);
    }

    /** Those of one classifier, the newest first. */
    public List<AppliedRules> of(String classifier) {
        List<AppliedRules> found = new ArrayList<>(applied.stream()
                .filter(rules -> rules.classifier().equals(classifier))
                .toList());
        Collections.reverse(found);
        return found;
    }

    /** The newest of a classifier that can be used; none when its rule file counts. */
    public Optional<AppliedRules> inForce(String classifier) {
        return of(classifier).stream().filter(AppliedRules::usable).findFirst();
    }
}
