package dev.hapax.commit;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What became of the transactions of a stream thread. Kafka Streams does not tell a store: it calls the same methods
 * before a dirty close as before a clean one, also after a commit has failed. The thread's producer reports it here.
 */
public final class ThreadTransactions {

    /** One transaction, for those who have to know later whether it was committed. */
    public static final class Transaction {

        private final AtomicBoolean committed = new AtomicBoolean();

        /** False while it is open, when it was aborted, and when its outcome is unknown. */
        public boolean committed() {
            return committed.get();
        }
    }

    private static final ThreadLocal<ThreadTransactions> OF_THREAD = ThreadLocal.withInitial(ThreadTransactions::new);

    private Transaction current = new Transaction();
    private boolean reported;
    private long ended;

    ThreadTransactions() {}

    /** Those of the thread that calls. */
    public static ThreadTransactions ofThisThread() {
        return OF_THREAD.get();
    }

    /** To be called when the thread has a producer that calls the methods below. The transaction of one before it is undone. */
    public void reported() {
        reported = true;
        ended++;
    }

    /** Whether commits are reported at all. Where they are not, none counts as committed. */
    public boolean areReported() {
        return reported;
    }

    /** To be called when a transaction has begun. One that was open before will not be committed any more. */
    public void began() {
        current = new Transaction();
    }

    /** To be called when the broker has confirmed a commit. */
    public void committed() {
        current.committed.set(true);
        ended++;
    }

    /** To be called when a transaction is undone. */
    void aborted() {
        ended++;
    }

    /**
     * Changes whenever a transaction has ended, and at no other time. Kafka Streams begins a transaction with the first record
     * that is sent, which is after the first record of it was processed; so only its end tells one from the next.
     */
    public long ended() {
        return ended;
    }

    /** The one that is open, or the last one. */
    public Transaction current() {
        return current;
    }
}
