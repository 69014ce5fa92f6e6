package dev.hapax.guard;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Where the guards of an instance's tasks can be asked from other threads. One for all tasks of an instance. */
public final class GuardDesk {

    private final Map<String, GuardFacts> facts = new ConcurrentHashMap<>();

    /** How the share of each active task stands. */
    public List<GuardFacts> facts() {
        return List.copyOf(facts.values());
    }

    void report(GuardFacts reported) {
        facts.put(reported.task(), reported);
    }

    void gone(String task) {
        facts.remove(task);
    }
}
