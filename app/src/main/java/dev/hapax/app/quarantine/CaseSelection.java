package dev.hapax.app.quarantine;

import dev.hapax.app.ExitCodes;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Reason;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseCount;
import dev.hapax.operations.quarantine.CaseFilter;
import dev.hapax.operations.quarantine.CaseForecast;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cases by name, or all that match a filter; the latter are changed only with {@code --yes}. */
final class CaseSelection {

    @Parameters(
            paramLabel = "CASE",
            arity = "0..*",
            description = "Cases, as topic-partition@offset. Without any, the filters select them.")
    private List<String> cases = new ArrayList<>();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(names = "--all", description = "All cases that are not resolved.")
    private boolean all;

    @Option(
            names = "--yes",
            description = "Apply the change to all matching cases. Without it, the command is a dry run.")
    private boolean yes;

    int act(CaseChangeOptions change, CaseAction action, String verb, Duration wait) {
        List<Coordinates> ids = CaseIds.parse(cases);
        if (!ids.isEmpty()) {
            if (all || filter.any()) {
                throw new IllegalArgumentException("CASE: use either cases or filters, not both.");
            }
            return change.act(ids, action, wait);
        }
        if (!filter.hasCodes()) {
            requireText(reason(action));
        }
        if (!all && !filter.any()) {
            throw new IllegalArgumentException(
                    "CASE: no cases selected. Name cases, add a filter such as --code, or use --all.");
        }
        CaseFilter wanted = filter.filter(Clock.systemUTC().instant());
        return yes ? change.actOnAll(wanted, action, wait) : preview(change, wanted, action, verb);
    }

    private static @Nullable String reason(CaseAction action) {
        return action instanceof CaseAction.Replay replay
                ? replay.reason()
                : action instanceof CaseAction.Drop drop ? drop.reason() : null;
    }

    /**
     * {@code --reason CODE} was a filter once. A script that still means it would change more cases than it selects.
     *
     * @throws IllegalArgumentException for a reason that consists of codes
     */
    private static void requireText(@Nullable String reason) {
        List<String> words = reason == null
                ? List.of()
                : Arrays.stream(reason.split(",", -1))
                        .filter(word -> !word.isBlank())
                        .toList();
        if (!words.isEmpty() && words.stream().allMatch(CaseSelection::isCode)) {
            throw new IllegalArgumentException("--reason: '" + reason
                    + "' is a quarantine code, and --reason does not filter. To select cases by code, use --code "
                    + reason
                    + ". Give the reason in words.");
        }
    }

    private static boolean isCode(String text) {
        return Arrays.stream(Reason.values()).anyMatch(code -> code.name().equalsIgnoreCase(text.strip()));
    }

    private static int preview(CaseChangeOptions change, CaseFilter wanted, CaseAction action, String verb) {
        CaseCount counted = count(change.access(), wanted);
        boolean forced = action instanceof CaseAction.Replay replay && replay.insist();
        CaseForecast forecast = action instanceof CaseAction.Replay && !forced ? change.forecast(wanted) : null;
        Map<String, @Nullable Object> fields = counted.fields();
        fields.put("forecast", forecast == null ? null : forecast.fields());
        List<String> text = new ArrayList<>();
        counted.groups().forEach(group -> text.add(String.format("%8d  %s", group.count(), group.reason())));
        if (forecast != null) {
            text.addAll(lines(forecast));
        }
        text.add("Dry run: " + verb + " matches " + counted.cases() + " cases. Add --yes to apply."
                + only(counted.until()));
        change.output().print(fields, text);
        return ExitCodes.DONE;
    }

    private static CaseCount count(CaseAccess access, CaseFilter wanted) {
        return access.read((inbox, progress) -> {
            CaseCount counted = new CaseCount(inbox.groups(wanted, progress));
            access.printSkipped(inbox.skipped());
            return counted;
        });
    }

    private static List<String> lines(CaseForecast forecast) {
        List<String> lines = new ArrayList<>();
        lines.add(forecast.acting() + " would be decided, " + forecast.alerts() + " of them with an alert:");
        forecast.decided()
                .forEach(count -> lines.add(String.format(
                        "%8d  decided as %s%s", count.cases(), count.name(), count.important() ? ", an alert" : "")));
        if (forecast.refusals() > 0) {
            lines.add(forecast.refusals() + " would not be replayed:");
            forecast.refused().forEach(count -> lines.add(String.format("%8d  %s", count.cases(), count.name())));
        }
        return lines;
    }

    private static String only(@Nullable Instant until) {
        return until == null ? "" : " Add --until " + until + " to leave out newer cases.";
    }
}
