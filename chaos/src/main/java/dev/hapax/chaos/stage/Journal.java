package dev.hapax.chaos.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What was done to an application, when, and how often. Safe for several threads. */
public final class Journal {

    /** One thing that happened, so long after the beginning. */
    public record Entry(long atMillis, String what) {

        /** As it is printed. */
        public String line() {
            return String.format(Locale.ROOT, "%8.1f s  %s", atMillis / 1000.0, what);
        }
    }

    private final long began = System.nanoTime();
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Integer> faults = new TreeMap<>();

    private final Consumer<Entry> listener;

    /** @param listener is told of each entry as it is made */
    public Journal(Consumer<Entry> listener) {
        this.listener = listener;
    }

    /** A fault that has taken place. */
    public synchronized void fault(String name, String detail) {
        faults.merge(name, 1, Integer::sum);
        note(detail.isEmpty() ? name : name + ": " + detail);
    }

    /** A fault that has taken place if it has hit anything. */
    public void fault(String name, int hit, String detail) {
        if (hit > 0) {
            fault(name, detail);
        } else {
            note(name + ", but nothing was there to be hit: " + detail);
        }
    }

    public synchronized void note(String what) {
        Entry entry = new Entry(Duration.ofNanos(System.nanoTime() - began).toMillis(), what);
        entries.add(entry);
        listener.accept(entry);
    }

    public synchronized List<Entry> entries() {
        return List.copyOf(entries);
    }

    public synchronized Map<String, Integer> faults() {
        return new TreeMap<>(faults);
    }
}
