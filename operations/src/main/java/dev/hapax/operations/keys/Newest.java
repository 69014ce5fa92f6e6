package dev.hapax.operations.keys;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/** The newest entries of many, so many at most, found while they pass in any order. */
final class Newest {

    /** By what makes an entry the same one: where duplicates extend its window it is written again, also to other buckets. */
    private static final Comparator<Remembered> ORDER = Comparator.<Remembered>comparingLong(
                    remembered -> remembered.entry().firstTime())
            .thenComparing(Remembered::name)
            .thenComparingInt(remembered -> remembered.entry().generation())
            .thenComparing(remembered -> remembered.entry().first().toString());

    private final TreeSet<Remembered> kept = new TreeSet<>(ORDER);
    private final int room;
    private boolean crowded;
    private int forgotten;

    Newest(int room) {
        this.room = room;
    }

    void add(Remembered remembered) {
        kept.remove(remembered);
        kept.add(remembered);
        if (kept.size() > room) {
            kept.pollFirst();
            crowded = true;
        }
    }

    void forget(String name) {
        int before = kept.size();
        kept.removeIf(remembered -> remembered.name().equals(name));
        if (crowded) {
            forgotten += before - kept.size();
        }
    }

    /** How many were forgotten whose places older ones would have had, had these not been crowded out before. */
    int forgotten() {
        return forgotten;
    }

    List<Remembered> first(int limit) {
        List<Remembered> newest = new ArrayList<>();
        for (Remembered remembered : kept.descendingSet()) {
            if (newest.size() == limit) {
                break;
            }
            newest.add(remembered);
        }
        return newest;
    }
}
