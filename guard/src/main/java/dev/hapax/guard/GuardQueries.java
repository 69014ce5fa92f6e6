package dev.hapax.guard;

import dev.hapax.wire.ChangelogEntries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Where the guards of an instance's tasks can be asked from other threads. Each is answered by the thread of its task, the only
 * one that may touch its store. One for all tasks of an instance.
 */
public final class GuardQueries {

    /** Some ten milliseconds of a task's time for one question. */
    private static final int STEPS = 20_000;

    private final Map<String, GuardStats> facts = new ConcurrentHashMap<>();
    private final Map<Integer, PendingQueries> tasks = new ConcurrentHashMap<>();

    /** The numbers of each active task. */
    public List<GuardStats> facts() {
        return List.copyOf(facts.values());
    }

    /** The partitions whose guards can be asked here, now. */
    public Set<Integer> partitions() {
        return Set.copyOf(tasks.keySet());
    }

    /**
     * All entries of an identity. What the current transaction has changed is seen already.
     *
     * @return fails with {@link GuardAwayException} where that partition is not guarded here, and with a timeout
     */
    public CompletableFuture<Answer> find(int partition, String identity) {
        return ask(partition, (search, time) -> {
            ScanBudget steps = ScanBudget.atMost(STEPS);
            return new Answer(time, search.of(identity, steps), !steps.usedUp());
        });
    }

    /**
     * The newest entries, as far as they are found with little work.
     *
     * @param wanted is shown entries with the time of the stream, by the thread of the task: to be quick
     * @return fails as {@link #find} does
     */
    public CompletableFuture<Answer> newest(int partition, Wanted wanted, int limit) {
        return ask(partition, (search, time) -> {
            ScanBudget steps = ScanBudget.atMost(STEPS);
            Predicate<ChangelogEntries.Entry> those = entry -> wanted.test(entry, time);
            List<ChangelogEntries.Entry> entries = search.newest(those, limit, steps);
            return new Answer(time, entries, entries.size() < limit && !steps.usedUp());
        });
    }

    /** Which entries are meant, by the time the stream has come to. */
    @FunctionalInterface
    public interface Wanted {
        boolean test(ChangelogEntries.Entry entry, long streamTime);
    }

    private CompletableFuture<Answer> ask(int partition, PendingQueries.Looking looking) {
        PendingQueries task = tasks.get(partition);
        return task == null
                ? CompletableFuture.failedFuture(
                        new GuardAwayException("partition " + partition + " is not guarded here"))
                : task.ask(looking);
    }

    void open(PendingQueries task) {
        tasks.put(task.partition(), task);
    }

    void report(GuardStats reported) {
        facts.put(reported.task(), reported);
    }

    /** Its successor may be here already. */
    void gone(String task, PendingQueries questions) {
        facts.remove(task);
        tasks.remove(questions.partition(), questions);
        questions.close();
    }

    /**
     * What the guard of one partition answered.
     *
     * @param streamTime how far its time had come, in ms, or -1
     * @param whole whether all was looked at; if not, there may be more than these
     */
    public record Answer(long streamTime, List<ChangelogEntries.Entry> entries, boolean whole) {

        public Answer {
            entries = List.copyOf(entries);
        }
    }
}
