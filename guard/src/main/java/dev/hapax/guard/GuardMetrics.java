package dev.hapax.guard;

/** Counts and times of the work a guard does on its own. Called by the threads of the tasks. */
public interface GuardMetrics {

    /** Counts nothing. */
    GuardMetrics NONE = new GuardMetrics() {
        @Override
        public void evicted(long buckets, long entries, long nanos) {}

        @Override
        public void warmedUp(long nanos) {}
    };

    /** One eviction, with the number of buckets and entries it dropped. */
    void evicted(long buckets, long entries, long nanos);

    /** One step of loading keys into a filter after a restart. */
    void warmedUp(long nanos);
}
