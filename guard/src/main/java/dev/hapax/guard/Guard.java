package dev.hapax.guard;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.CopyCheck;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardWindows;
import dev.hapax.wire.GuardKey;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether an identity may act. Two messages of one identity less than a ttl apart in event time are one, in
 * whichever order they come. The answer follows from record timestamps alone: what has expired is told by the entry's
 * time against stream time, never by whether it has been evicted yet.
 */
public final class Guard {

    private final EntryStore store;
    private final GuardWindows windows;
    private long streamTime;
    private @Nullable QueryResponder responder;

    public Guard(EntryStore store, GuardWindows windows) {
        this.store = store;
        this.windows = windows;
        this.streamTime = store.clock();
    }

    /**
     * Moves the guard's time forward. It never goes back: when offsets are rewound, Kafka forgets how far stream time had
     * come, but what has been evicted stays evicted.
     */
    public void advance(long time) {
        streamTime = Math.max(streamTime, time);
        // Eviction is punctuated, and any number of messages may come before the next punctuation. Where each is far
        // ahead of the
        // one before, buckets would pile up.
        if (streamTime - store.clock() > windows.bucket()) {
            store.expire(streamTime);
        }
    }

    long streamTime() {
        return streamTime;
    }

    void answeredBy(QueryResponder now) {
        responder = now;
    }

    /** Its task lets go of it: nobody can ask it any more. */
    public void close() {
        if (responder != null) {
            responder.close();
            responder = null;
        }
    }

    /** Lets the store drop what has expired. Changes no answer. */
    public void evict() {
        store.tick(streamTime);
    }

    public Verdict judge(Arrival arrival, long ttl) {
        BestMatch match = new BestMatch(arrival, ttl);
        search(arrival, ttl, match);
        return match.verdict(late(arrival), streamTime, oldestJudged());
    }

    private void search(Arrival arrival, long ttl, BestMatch match) {
        long time = arrival.message().timestamp();
        if (arrival.generation() > 0) {
            lookInSlots(arrival, ttl, oldestAlive(ttl), streamTime + windows.bucket(), match);
        } else if (ttl < windows.bucket()) {
            lookInSlots(arrival, ttl, time - ttl + 1, time + ttl - 1, match);
        } else {
            look(GuardKey.of(arrival.identity()), ttl, time - ttl + 1, time + ttl - 1, match);
        }
    }

    /**
     * Judges a replay, which may have to be held back by a copy that acted under another generation.
     *
     * @param check null when only its own generation counts
     */
    public Verdict judge(Arrival arrival, long ttl, @Nullable CopyCheck check) {
        Verdict own = judge(arrival, ttl);
        if (check == null || !(own instanceof Verdict.Admitted)) {
            return own;
        }
        BestMatch copies = new BestMatch(arrival, ttl);
        for (int generation = check.from(); generation <= check.to(); generation++) {
            if (generation != arrival.generation()) {
                search(arrival.under(generation), ttl, copies);
            }
        }
        return copies.verdictOfCopies(check.conflictAccepted());
    }

    /** Keeps the outcome of a message that was admitted. */
    public void remember(Arrival arrival, long ttl, GuardEntry entry) {
        store.put(key(arrival, ttl), bucket(arrival), entry);
    }

    /**
     * Keeps the outcome of a replay. One that was checked for copies acts in place of its original: it is remembered under the
     * first generation too, so that a copy that arrives later is held back.
     *
     * @param check null when only its own generation counts
     */
    public void remember(Arrival arrival, long ttl, GuardEntry entry, @Nullable CopyCheck check) {
        remember(arrival, ttl, entry);
        if (check == null || check.conflictAccepted() || check.from() == arrival.generation()) {
            return;
        }
        Arrival first = arrival.under(check.from());
        // Past this age a live copy is late, and an entry would be evicted at once.
        boolean alive = first.generation() > 0 || first.message().timestamp() >= oldestAlive(ttl);
        if (alive && store.find(key(first, ttl), bucket(first)) == null) {
            store.put(key(first, ttl), bucket(first), entry.under(check.from()));
        }
    }

    /** Starts the window of an entry anew, by a duplicate later than any before. */
    public void refresh(Arrival duplicate, long ttl, GuardEntry earlier) {
        long time = duplicate.message().timestamp();
        if (time <= earlier.lastTime()) {
            return;
        }
        GuardEntry refreshed = earlier.seenAgainAt(time);
        GuardEntry there = store.find(key(duplicate, ttl), bucket(duplicate));
        // Another message may hold the place, with other content. It is later than the duplicate, so its own window
        // covers what this one would be extended by; overwritten, its copies would pass.
        if (there == null || there.seenAgainAt(refreshed.lastTime()).equals(refreshed)) {
            store.put(key(duplicate, ttl), bucket(duplicate), refreshed);
        }
    }

    private GuardKey key(Arrival arrival, long ttl) {
        return arrival.generation() > 0 || ttl < windows.bucket()
                ? GuardKey.of(arrival.identity(), arrival.generation(), slot(arrival, ttl))
                : GuardKey.of(arrival.identity());
    }

    /** A replayed message is as old as its original: it lives in the bucket of now, or it would be evicted at once. */
    private long bucket(Arrival arrival) {
        return windows.bucketOf(
                arrival.generation() > 0 ? streamTime : arrival.message().timestamp());
    }

    private boolean late(Arrival arrival) {
        return arrival.generation() == 0 && arrival.message().timestamp() < oldestJudged();
    }

    /** Of what is older it may be forgotten that it has acted, perhaps because less lateness was allowed before. */
    private long oldestJudged() {
        return Math.max(store.watermark(), streamTime - windows.maxLateness());
    }

    /** Two entries of one slot would be less than a ttl apart, so there is at most one. */
    private static long slot(Arrival arrival, long ttl) {
        return Math.floorDiv(arrival.message().timestamp(), ttl);
    }

    /** Whatever is older than this could have been evicted, so nobody may be judged by it. */
    private long oldestAlive(long ttl) {
        return streamTime - ttl - windows.maxLateness();
    }

    private void lookInSlots(Arrival arrival, long ttl, long from, long to, BestMatch match) {
        long slot = slot(arrival, ttl);
        for (long s = slot + 1; s >= slot - 1; s--) {
            look(GuardKey.of(arrival.identity(), arrival.generation(), s), ttl, from, to, match);
        }
    }

    private void look(GuardKey key, long ttl, long from, long to, BestMatch match) {
        long oldest = Math.max(0, windows.bucketOf(Math.max(from, oldestAlive(ttl))));
        // One bucket past stream time: after a rewind the recorded clock may lag behind the newest entry.
        long newest = Math.min(windows.bucketOf(to), windows.bucketOf(streamTime) + 1);
        for (long bucket = newest; bucket >= oldest; bucket--) {
            GuardEntry entry = store.find(key, bucket);
            // A replay's entry is dated by its bucket, and only living buckets are searched.
            if (entry != null && (entry.generation() > 0 || entry.lastTime() >= oldestAlive(ttl))) {
                match.consider(entry);
            }
        }
    }

    /** Of the entries found for a message, the one that decides: the same record, then the same content, then another. */
    static final class BestMatch {

        private final Arrival arrival;
        private final long ttl;
        private @Nullable GuardEntry redelivered;
        private @Nullable GuardEntry copied;
        private @Nullable GuardEntry contradicted;

        BestMatch(Arrival arrival, long ttl) {
            this.arrival = arrival;
            this.ttl = ttl;
        }

        void consider(GuardEntry entry) {
            long time = arrival.message().timestamp();
            if (time <= entry.firstTime() - ttl || time >= entry.lastTime() + ttl) {
                return;
            }
            // The content is compared even for the same coordinates: a topic made anew counts its offsets from zero
            // again.
            if (!entry.fingerprint().equals(arrival.fingerprint())) {
                contradicted = contradicted == null ? entry : contradicted;
            } else if (entry.first().equals(arrival.message().at())) {
                redelivered = entry;
            } else {
                copied = copied == null ? entry : copied;
            }
        }

        /**
         * What the copies of a replay under other generations mean for it. Its own earlier failure does not hold it back: that is
         * the one it is replayed for.
         */
        Verdict verdictOfCopies(boolean conflictAccepted) {
            if (redelivered != null && redelivered.status() == GuardEntry.Status.DECIDED) {
                return new Verdict.Redelivery(redelivered);
            }
            if (copied != null) {
                return new Verdict.Duplicate(copied);
            }
            return contradicted == null || conflictAccepted
                    ? new Verdict.Admitted()
                    : new Verdict.Conflict(contradicted);
        }

        Verdict verdict(boolean late, long streamTime, long oldestJudged) {
            if (redelivered != null) {
                return new Verdict.Redelivery(redelivered);
            }
            if (copied != null) {
                return new Verdict.Duplicate(copied);
            }
            if (contradicted != null) {
                return new Verdict.Conflict(contradicted);
            }
            return late ? new Verdict.Late(streamTime, oldestJudged) : new Verdict.Admitted();
        }
    }
}
