package dev.hapax.guard;

import java.time.Duration;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers queries to the guard of one task, and reports its numbers, on the thread of the task: before each commit, and
 * while nothing arrives, by the clock.
 */
final class QueryResponder {

    private static final Logger LOG = LoggerFactory.getLogger(QueryResponder.class);

    /** Kafka Streams commits a task after every punctuation, so one that is idle is disturbed seldom. */
    private static final Duration SELDOM = Duration.ofSeconds(1);

    /** Who asks once asks again: a page, a script. */
    private static final Duration OFTEN = Duration.ofMillis(50);

    private static final Duration ATTENTIVE = Duration.ofSeconds(10);

    private final ProcessingContext context;
    private final GuardQueries queries;
    private final BucketTable table;
    private final Guard guard;
    private final String task;
    private final PendingQueries questions;
    private final Cancellable seldom;
    private @Nullable Cancellable often;
    private long reported;
    private long asked;

    /** Starts to answer queries for the task whose processor calls this. */
    QueryResponder(ProcessingContext context, GuardQueries queries, BucketTable table, Guard guard) {
        this.context = context;
        this.queries = queries;
        this.table = table;
        this.guard = guard;
        this.task = context.taskId().toString();
        this.questions = new PendingQueries(context.taskId().partition());
        this.seldom = context.schedule(SELDOM, PunctuationType.WALL_CLOCK_TIME, this::look);
        queries.open(questions);
        report(context.currentSystemTimeMs());
    }

    /** Called before a commit, so that queries need not wait for the clock. */
    void beforeCommit() {
        answer(context.currentSystemTimeMs());
    }

    private void look(long now) {
        answer(now);
        if (now - reported >= SELDOM.toMillis()) {
            report(now);
        }
        if (often != null && now - asked > ATTENTIVE.toMillis()) {
            often.cancel();
            often = null;
        } else if (often == null && asked == now) {
            often = context.schedule(OFTEN, PunctuationType.WALL_CLOCK_TIME, this::look);
        }
    }

    private void answer(long now) {
        if (!questions.isEmpty()) {
            asked = now;
            questions.answer(table.search(), guard.streamTime());
        }
    }

    private void report(long now) {
        reported = now;
        try {
            queries.report(table.facts(task, guard.streamTime()));
        } catch (IllegalStateException e) {
            // Messages must not wait because a number is not available.
            LOG.warn("How the guard of task {} stands can't be told", task, e);
        }
    }

    /** May be called more than once: by the processor that lets go of the guard, and by its store. */
    void close() {
        seldom.cancel();
        if (often != null) {
            often.cancel();
        }
        queries.gone(task, questions);
    }
}
