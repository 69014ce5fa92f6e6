package dev.hapax.app.quarantine;

import dev.hapax.app.Candidates;
import dev.hapax.operations.quarantine.CaseFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select cases. */
final class FilterOptions {

    @Option(
            names = "--code",
            paramLabel = "CODE",
            split = ",",
            completionCandidates = Candidates.Codes.class,
            description = "Cases quarantined for this reason, such as UNREADABLE. Separate several with commas.")
    private List<String> codes = new ArrayList<>();

    @Option(
            names = "--disposition",
            // The completion script has one list of values for each label.
            paramLabel = "KIND",
            split = ",",
            completionCandidates = Candidates.Dispositions.class,
            description = "POISON, CONFLICT, POLICY or EXHAUSTED.")
    private List<String> dispositions = new ArrayList<>();

    @Option(
            names = "--source",
            paramLabel = "NAME",
            split = ",",
            completionCandidates = Candidates.SourceNames.class,
            description = "Cases whose message came from this source.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--identity",
            paramLabel = "TEXT",
            description = "Cases with this identity. A * at the start or the end matches any text.")
    private @Nullable String identity;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            split = ",",
            completionCandidates = Candidates.States.class,
            description = "open, assigned, parked, replayed, dropped or all (default: all that are not resolved).")
    private List<String> states = new ArrayList<>();

    @Option(names = "--owner", paramLabel = "NAME", description = "Cases assigned to this person.")
    private @Nullable String owner;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Cases quarantined at or after this time, such as 2h (ago) or 2026-05-05T16:00.")
    private @Nullable String since;

    @Option(names = "--until", paramLabel = "TIME", description = "Cases quarantined before this time.")
    private @Nullable String until;

    /** Whether they exclude any unresolved case. */
    boolean any() {
        return words().any();
    }

    boolean hasCodes() {
        return !codes.isEmpty();
    }

    CaseFilter filter(Instant now) {
        return words().filter("--", "code", now);
    }

    private CaseFilter.Words words() {
        return new CaseFilter.Words(codes, dispositions, sources, identity, states, owner, since, until);
    }
}
