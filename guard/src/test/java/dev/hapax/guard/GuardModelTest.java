package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.GuardWindows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The guard against a model of it that has no buckets, filters, eviction or store: a list of what was admitted, searched
 * from end to end.
 */
class GuardModelTest {

    private static final int ROUNDS = 10;
    private static final int MESSAGES = 800;
    private static final int IDENTITIES = 60;

    @Test
    void shouldAnswerAsTheModelDoesWhateverComesInWhateverOrder() {
        long seed = Long.getLong("hapax.seed", System.nanoTime());
        for (int round = 0; round < ROUNDS; round++) {
            compare(seed + round);
        }
    }

    private static void compare(long seed) {
        Random random = new Random(seed);
        long bucket = 1_000L * (1 + random.nextInt(4));
        long ttl = bucket * (1 + random.nextInt(8)) + random.nextInt(2) * random.nextLong(bucket);
        if (random.nextInt(4) == 0) {
            ttl = 1 + random.nextLong(bucket);
        }
        GuardWindows windows = new GuardWindows(Math.max(ttl, bucket), random.nextLong(2 * bucket), bucket);
        List<Sent> sent = new ArrayList<>();
        Model model = new Model(windows, ttl);
        try (GuardHarness guard = new GuardHarness(windows, 1 + random.nextInt(40), false)) {
            long now = 1_000_000 + random.nextLong(bucket);
            for (int i = 0; i < MESSAGES; i++) {
                now += step(random, ttl);
                Sent next = next(random, sent, now, ttl, i);
                sent.add(next);
                boolean copy = model.hasCopyOf(next);
                Verdict verdict = guard.show(next.identity, next.time, next.content, ttl, next.generation, next.offset);
                String answer = verdict.getClass().getSimpleName();
                String what = "seed %d, message %d: %s with %s, ttl %d".formatted(seed, i, next, windows, ttl);
                assertThat(answer).as(what).isEqualTo(model.judge(next, answer));
                // Whatever was evicted, and whatever windows held meanwhile: no copy acts.
                assertThat(copy && answer.equals("Admitted"))
                        .as("a copy acts, " + what)
                        .isFalse();
                if (random.nextInt(30) == 0) {
                    String forgotten = random.nextBoolean() ? next.identity : "id-" + random.nextInt(IDENTITIES);
                    guard.forget(forgotten);
                    model.forget(forgotten);
                }
                disturb(random, guard, model);
                if (random.nextInt(200) == 0) {
                    GuardWindows changed = new GuardWindows(windows.longestTtl(), random.nextLong(3 * bucket), bucket);
                    guard.reopen(changed);
                    model.change(changed);
                }
            }
        }
    }

    /** Mostly small steps, now and then to just around a whole ttl, seldom far ahead, and once in a while by years. */
    private static long step(Random random, long ttl) {
        if (random.nextInt(300) == 0) {
            return random.nextLong(100L * 365 * 24 * 3_600_000);
        }
        return switch (random.nextInt(40)) {
            case 0 -> ttl - 1 + random.nextInt(3);
            case 1 -> random.nextLong(4 * ttl);
            default -> random.nextLong(1 + ttl / 50);
        };
    }

    private static Sent next(Random random, List<Sent> sent, long now, long ttl, long offset) {
        if (!sent.isEmpty() && random.nextInt(3) == 0) {
            Sent earlier = sent.get(random.nextInt(sent.size()));
            return switch (random.nextInt(5)) {
                case 0 -> earlier; // read again
                case 1 -> earlier.at(earlier.time + ttl - 1 + random.nextInt(3), offset);
                case 2 -> earlier.at(Math.max(0, earlier.time - ttl - 1 + random.nextInt(3)), offset);
                case 3 -> earlier.in(1 + random.nextInt(3));
                default -> earlier.at(now, offset);
            };
        }
        long time = random.nextInt(5) == 0 ? Math.max(0, now - random.nextLong(3 * ttl)) : now;
        if (random.nextInt(100) == 0) {
            time = random.nextInt(2) * now / 1_000;
        }
        return new Sent("id-" + random.nextInt(IDENTITIES), time, random.nextInt(12) == 0 ? 2 : 1, 0, offset);
    }

    /** What happens to a task between two messages: commits, mostly; now and then its end, in good order or not. */
    private static void disturb(Random random, GuardHarness guard, Model model) {
        switch (random.nextInt(240)) {
            case 0, 1 -> {
                guard.reopen();
                model.commit();
            }
            case 2, 3 -> guard.crash(model.rollBack());
            case 22, 23 -> guard.closeDirty(model.rollBack());
            case 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> guard.warmUp();
            case 21 -> {
                guard.recycle(() -> {
                    for (int i = 0; i < 5; i++) {
                        String forgotten = "id-" + random.nextInt(IDENTITIES);
                        guard.forget(forgotten);
                        model.forget(forgotten);
                    }
                });
                model.commit();
            }
            case 15, 16, 17, 18, 19, 20 -> {
                guard.commit();
                model.commit();
            }
            default -> {}
        }
    }

    private record Sent(String identity, long time, long content, int generation, long offset) {

        Sent at(long newTime, long newOffset) {
            return new Sent(identity, newTime, content, generation, newOffset);
        }

        Sent in(int newGeneration) {
            return new Sent(identity, time, content, newGeneration, offset);
        }
    }

    /** What the guard promises, said as simply as it can be. */
    private static final class Model {

        private record Entry(Sent sent, long admittedAt) {}

        private GuardWindows windows;
        private final long ttl;
        private long oldestJudged = Long.MIN_VALUE;
        /** From {@link #oldestJudged} up to here the guard may answer either way: it may not have known how late it was. */
        private long perhapsTooLate = Long.MIN_VALUE;
        /** Whether it has judged anything since a crash, and so knows stream time. */
        private boolean knowsTime = true;

        private final List<Entry> entries = new ArrayList<>();
        private long streamTime = -1;
        private List<Entry> committedEntries = List.of();
        private long committedTime = -1;

        Model(GuardWindows windows, long ttl) {
            this.windows = windows;
            this.ttl = ttl;
        }

        void commit() {
            committedEntries = List.copyOf(entries);
            committedTime = streamTime;
        }

        /** Undoes what was not committed, and says which time it is again. */
        long rollBack() {
            entries.clear();
            entries.addAll(committedEntries);
            streamTime = committedTime;
            knowsTime = false;
            return committedTime;
        }

        void forget(String identity) {
            entries.removeIf(entry -> entry.sent.identity.equals(identity));
        }

        /** What was too late once stays so. */
        void change(GuardWindows changed) {
            long tooLate = streamTime - windows.maxLateness();
            perhapsTooLate = Math.max(perhapsTooLate, tooLate);
            if (knowsTime) {
                oldestJudged = Math.max(oldestJudged, tooLate);
            }
            windows = changed;
            commit();
        }

        /** Whether a message that acted, and was not undone or forgotten, stands for the same; at any time, evicted or not. */
        boolean hasCopyOf(Sent sent) {
            return sent.generation == 0
                    && entries.stream()
                            .anyMatch(e -> e.sent.identity.equals(sent.identity)
                                    && e.sent.generation == 0
                                    && Math.abs(e.sent.time - sent.time) < ttl);
        }

        /** @param answer the guard's, which counts where either is right */
        String judge(Sent sent, String answer) {
            streamTime = Math.max(streamTime, sent.time);
            knowsTime = true;
            List<Sent> near = entries.stream()
                    .filter(e -> e.sent.identity.equals(sent.identity) && e.sent.generation == sent.generation)
                    .filter(e -> Math.abs(e.sent.time - sent.time) < ttl && alive(e))
                    .map(Entry::sent)
                    .toList();
            if (near.stream().anyMatch(e -> e.content == sent.content && e.offset == sent.offset)) {
                return "Redelivery";
            }
            if (near.stream().anyMatch(e -> e.content == sent.content)) {
                return "Duplicate";
            }
            if (!near.isEmpty()) {
                return "Conflict";
            }
            long tooLate = Math.max(oldestJudged, streamTime - windows.maxLateness());
            boolean either = sent.time >= tooLate && sent.time < perhapsTooLate;
            if (sent.generation == 0 && (sent.time < tooLate || (either && answer.equals("Late")))) {
                return "Late";
            }
            entries.add(new Entry(sent, streamTime));
            return "Admitted";
        }

        private boolean alive(Entry entry) {
            long oldest = streamTime - ttl - windows.maxLateness();
            return entry.sent.generation == 0
                    ? entry.sent.time >= oldest
                    : Math.floorDiv(entry.admittedAt, windows.bucket()) >= Math.floorDiv(oldest, windows.bucket());
        }
    }
}
