package dev.hapax.dedup;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one task passes on of the records it has judged. */
interface Forwarding<V, R> {

    void forward(Deduplicated<V> judged, Consumer<? super R> next);

    /** Everything, with its verdict. */
    final class All<V> implements Forwarding<V, Deduplicated<V>> {

        @Override
        public void forward(Deduplicated<V> judged, Consumer<? super Deduplicated<V>> next) {
            next.accept(judged);
        }
    }

    /** First records. Duplicates were processed before; a late record or a conflict may be lost, so the log says so once. */
    final class First<V> implements Forwarding<V, V> {

        private static final Logger LOG = LoggerFactory.getLogger(Deduplicate.class);

        private boolean droppedLate;
        private boolean droppedConflict;

        @Override
        public void forward(Deduplicated<V> judged, Consumer<? super V> next) {
            if (judged instanceof Deduplicated.First<V> first) {
                next.accept(first.value());
            } else if (judged instanceof Deduplicated.Late<V> late) {
                if (!droppedLate) {
                    droppedLate = true;
                    LOG.warn(
                            "Dropped a late record, older than {} ms since 1970. Later ones of this task are only"
                                    + " counted (late-total). Use forwardAll to handle them, or raise maxLateness.",
                            late.oldestJudged());
                }
            } else if (judged instanceof Deduplicated.Conflict<V> conflict) {
                if (!droppedConflict) {
                    droppedConflict = true;
                    LOG.warn(
                            "Dropped a conflict: same identity as {}, other content. Later ones of this task are only"
                                    + " counted (conflict-total). Use forwardAll to handle them.",
                            conflict.first());
                }
            } else if (!(judged instanceof Deduplicated.Duplicate<V>)) {
                throw new IllegalStateException("unknown verdict " + judged);
            }
        }
    }
}
