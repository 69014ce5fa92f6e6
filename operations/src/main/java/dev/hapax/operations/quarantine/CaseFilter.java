package dev.hapax.operations.quarantine;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which cases are meant. What is empty or null asks for nothing.
 *
 * @param identity may begin and end with an asterisk, for any text there
 * @param since by the time of quarantine, included
 * @param until by the time of quarantine, not included
 */
public record CaseFilter(
        Set<String> reasons,
        Set<String> dispositions,
        Set<String> sources,
        @Nullable String identity,
        Set<CaseState> states,
        @Nullable String owner,
        @Nullable Instant since,
        @Nullable Instant until) {

    public static final CaseFilter ALL = new CaseFilter(Set.of(), Set.of(), Set.of(), null, Set.of(), null, null, null);

    public static final CaseFilter UNRESOLVED = new CaseFilter(
            Set.of(),
            Set.of(),
            Set.of(),
            null,
            Set.of(CaseState.OPEN, CaseState.ASSIGNED, CaseState.PARKED),
            null,
            null,
            null);

    public boolean matches(Case found) {
        CaseSummary summary = found.summary();
        return in(reasons, summary.reason())
                && in(dispositions, summary.disposition())
                && in(sources, summary.source())
                && (identity == null || like(identity, summary.identity()))
                && (states.isEmpty() || states.contains(found.state()))
                && (owner == null || owner.equals(found.owner()))
                && (since == null || !summary.at().isBefore(since))
                && (until == null || summary.at().isBefore(until));
    }

    private static boolean in(Set<String> wanted, @Nullable String value) {
        return wanted.isEmpty() || (value != null && wanted.contains(value));
    }

    private static boolean like(String pattern, @Nullable String text) {
        if (text == null) {
            return false;
        }
        boolean anyStart = pattern.startsWith("*");
        boolean anyEnd = pattern.length() > 1 && pattern.endsWith("*");
        String part = pattern.substring(anyStart ? 1 : 0, pattern.length() - (anyEnd ? 1 : 0));
        if (anyStart && anyEnd) {
            return text.contains(part);
        }
        if (anyStart) {
            return text.endsWith(part);
        }
        return anyEnd ? text.startsWith(part) : text.equals(part);
    }
}
