package dev.hapax.operations.quarantine;

import dev.hapax.domain.Reason;
import dev.hapax.operations.Moment;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
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
        Set<Case.State> states,
        @Nullable String owner,
        @Nullable Instant since,
        @Nullable Instant until) {

    public static final CaseFilter ALL = new CaseFilter(Set.of(), Set.of(), Set.of(), null, Set.of(), null, null, null);

    public static final CaseFilter UNRESOLVED = new CaseFilter(
            Set.of(),
            Set.of(),
            Set.of(),
            null,
            Set.of(Case.State.OPEN, Case.State.ASSIGNED, Case.State.PARKED),
            null,
            null,
            null);

    public boolean matches(Case found) {
        Case.Summary summary = found.summary();
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

    /**
     * Which cases are meant, as people write it. What is empty or null asks for nothing.
     *
     * @param states {@code all} for all of them; those that are not resolved where nothing is said
     */
    public record Words(
            List<String> reasons,
            List<String> dispositions,
            List<String> sources,
            @Nullable String identity,
            List<String> states,
            @Nullable String owner,
            @Nullable String since,
            @Nullable String until) {

        private static final String ALL = "all";

        public Words {
            reasons = List.copyOf(reasons);
            dispositions = List.copyOf(dispositions);
            sources = List.copyOf(sources);
            states = List.copyOf(states);
        }

        /** Whether any case is left out by them, beyond those that are resolved. */
        public boolean any() {
            return !reasons.isEmpty()
                    || !dispositions.isEmpty()
                    || !sources.isEmpty()
                    || identity != null
                    || !states.isEmpty()
                    || owner != null
                    || since != null
                    || until != null;
        }

        /**
         * The cases they mean.
         *
         * @param dashes what stands before the name of an option where they were written
         * @param code the name of the option with the reasons
         * @throws IllegalArgumentException that names the option, its value and what it may be
         */
        public CaseFilter filter(String dashes, String code, Instant now) {
            return new CaseFilter(
                    codes(dashes + code, reasons, names(Reason.values())),
                    codes(dashes + "disposition", dispositions, names(Reason.Disposition.values())),
                    Set.copyOf(sources),
                    identity,
                    wantedStates(dashes + "state"),
                    owner,
                    since == null ? null : Moment.parse(dashes + "since", since, now),
                    until == null ? null : Moment.parse(dashes + "until", until, now));
        }

        private Set<Case.State> wantedStates(String option) {
            if (states.isEmpty()) {
                return CaseFilter.UNRESOLVED.states();
            }
            if (states.contains(ALL)) {
                return Set.of();
            }
            return states.stream().map(state -> state(option, state)).collect(Collectors.toSet());
        }

        private static Case.State state(String option, String text) {
            try {
                return Case.State.of(text.toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
            }
        }

        private static Set<String> codes(String option, List<String> given, Set<String> known) {
            Set<String> codes =
                    given.stream().map(code -> code.toUpperCase(Locale.ROOT)).collect(Collectors.toSet());
            for (String code : codes) {
                if (!known.contains(code)) {
                    throw new IllegalArgumentException(option + ": there is no '" + code + "': must be one of "
                            + known.stream().sorted().collect(Collectors.joining(", ")));
                }
            }
            return codes;
        }

        private static Set<String> names(Enum<?>[] constants) {
            return Arrays.stream(constants).map(Enum::name).collect(Collectors.toSet());
        }
    }
}
