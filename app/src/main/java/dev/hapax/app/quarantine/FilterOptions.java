package dev.hapax.app.quarantine;

import dev.hapax.domain.Reason;
import dev.hapax.operations.Moment;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which cases are meant. */
final class FilterOptions {

    private static final String ALL = "all";

    @Option(names = "--reason", paramLabel = "CODE", split = ",", description = "Such as UNREADABLE; several by comma.")
    private List<String> reasons = new ArrayList<>();

    @Option(
            names = "--disposition",
            paramLabel = "CODE",
            split = ",",
            description = "POISON, CONFLICT, POLICY or EXHAUSTED.")
    private List<String> dispositions = new ArrayList<>();

    @Option(names = "--source", paramLabel = "NAME", split = ",", description = "The source the message came by.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--identity",
            paramLabel = "TEXT",
            description = "The identity; * at its beginning or end stands for any text.")
    private @Nullable String identity;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            description = "open, assigned, parked, replayed, dropped, or all (default: those that are not resolved).")
    private List<String> states = new ArrayList<>();

    @Option(names = "--owner", paramLabel = "NAME", description = "Whose cases.")
    private @Nullable String owner;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Quarantined then or later, such as 2h or 2026-05-05T16:00.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Quarantined before then.")
    private @Nullable String until;

    /** Whether any case is left out by them, beyond those that are resolved. */
    boolean any() {
        return !reasons.isEmpty()
                || !dispositions.isEmpty()
                || !sources.isEmpty()
                || identity != null
                || !states.isEmpty()
                || owner != null
                || since != null
                || until != null;
    }

    CaseFilter filter(Instant now) {
        return new CaseFilter(
                codes("--reason", reasons, names(Reason.values())),
                codes("--disposition", dispositions, names(Reason.Disposition.values())),
                Set.copyOf(sources),
                identity,
                wantedStates(),
                owner,
                since == null ? null : Moment.parse("--since", since, now),
                until == null ? null : Moment.parse("--until", until, now));
    }

    private Set<CaseState> wantedStates() {
        if (states.isEmpty()) {
            return CaseFilter.UNRESOLVED.states();
        }
        if (states.contains(ALL)) {
            return Set.of();
        }
        return states.stream()
                .map(state -> CaseState.of(state.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toSet());
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
