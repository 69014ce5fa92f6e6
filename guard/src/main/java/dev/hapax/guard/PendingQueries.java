package dev.hapax.guard;

import dev.hapax.guard.GuardQueries.Answer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Queries of any thread to the guard of one task, until the thread of the task answers them. */
final class PendingQueries {

    private static final int MOST_WAITING = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** How long messages wait for answers at most, apart from the first, which is always given. */
    private static final long LONGEST_NANOS = Duration.ofMillis(10).toNanos();

    /** Finds an answer, given how far the time of the stream has come. */
    @FunctionalInterface
    interface Looking {
        Answer look(TableSearch search, long streamTime);
    }

    private record Question(Looking looking, CompletableFuture<Answer> answer) {}

    private final int partition;
    private final Queue<Question> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean closed;

    PendingQueries(int partition) {
        this.partition = partition;
    }

    int partition() {
        return partition;
    }

    CompletableFuture<Answer> ask(Looking looking) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        if (count.incrementAndGet() > MOST_WAITING) {
            count.decrementAndGet();
            answer.completeExceptionally(new GuardAwayException("the guard of partition " + partition + " has "
                    + MOST_WAITING + " questions to answer already: ask again in a moment"));
            return answer;
        }
        waiting.add(new Question(looking, answer));
        if (closed) {
            refuseAll();
        }
        return answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Costs a read of memory when nothing was asked. */
    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Answers some, on the thread of the task. Whatever goes wrong is the asker's to know, and does not stop the task. */
    void answer(TableSearch search, long streamTime) {
        long end = System.nanoTime() + LONGEST_NANOS;
        do {
            Question question = take();
            if (question == null) {
                return;
            }
            // Nobody waits any more when its time is over.
            if (!question.answer.isDone()) {
                try {
                    question.answer.complete(question.looking.look(search, streamTime));
                } catch (RuntimeException e) {
                    question.answer.completeExceptionally(e);
                }
            }
        } while (System.nanoTime() < end);
    }

    private @Nullable Question take() {
        Question question = waiting.poll();
        if (question != null) {
            count.decrementAndGet();
        }
        return question;
    }

    void close() {
        closed = true;
        refuseAll();
    }

    private void refuseAll() {
        for (Question question = take(); question != null; question = take()) {
            question.answer.completeExceptionally(new GuardAwayException(
                    "partition " + partition + " is not guarded here any more: another instance has taken it"));
        }
    }
}
