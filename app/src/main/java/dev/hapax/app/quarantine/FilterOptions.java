package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseWords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which cases are meant. */
final class FilterOptions {

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
        return words().any();
    }

    CaseFilter filter(Instant now) {
        return words().filter("--", now);
    }

    private CaseWords words() {
        return new CaseWords(reasons, dispositions, sources, identity, states, owner, since, until);
    }
}
