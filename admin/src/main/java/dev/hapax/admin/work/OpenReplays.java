package dev.hapax.admin.work;

import dev.hapax.operations.replay.ReplayStatus;
import dev.hapax.operations.replay.ReplayStatus.State;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The replays for the event: open ones, and those that ended a moment ago, so that clients see the end. A replay that has ended
 * does not change, and is not read again. Used by one thread at a time.
 */
final class OpenReplays {

    private static final Duration A_MOMENT = Duration.ofMinutes(1);

    private final Function<Predicate<String>, List<ReplayStatus>> replays;
    private final Clock clock;
    private final Map<String, ReplayStatus> ended = new HashMap<>();

    /** @param replays reads the replays whose id is accepted */
    OpenReplays(Function<Predicate<String>, List<ReplayStatus>> replays, Clock clock) {
        this.replays = replays;
        this.clock = clock;
    }

    /** The current state, newest first. */
    List<ReplayStatus> now() {
        Set<String> known = new HashSet<>();
        List<ReplayStatus> asked = replays.apply(id -> {
            known.add(id);
            return !ended.containsKey(id);
        });
        ended.keySet().retainAll(known);
        for (ReplayStatus status : asked) {
            if (status.state() != State.OPEN) {
                ended.put(status.plan().id(), status);
            }
        }
        Instant since = clock.instant().minus(A_MOMENT);
        List<ReplayStatus> news = new ArrayList<>(asked);
        news.removeIf(status -> status.state() != State.OPEN);
        ended.values().stream()
                .filter(status -> status.movedAt().isAfter(since))
                .forEach(news::add);
        news.sort(ReplayStatus.NEWEST_FIRST);
        return news;
    }
}
