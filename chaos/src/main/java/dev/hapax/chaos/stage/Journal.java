package dev.hapax.chaos.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The faults and events of a run, with their times. Thread-safe. */
public final class Journal {

    /** An event, and when it happened after the start. */
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

    /** @param listener is called with each entry */
    public Journal(Consumer<Entry> listener) {
        this.listener = listener;
    }

    /** Records a fault. */
    public synchronized void fault(String name, String detail) {
        faults.merge(name, 1, Integer::sum);
        note(detail.isEmpty() ? name : name + ": " + detail);
    }

    /** Records a fault if it has hit anything. */
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
