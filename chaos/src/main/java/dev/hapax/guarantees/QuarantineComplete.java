package dev.hapax.guarantees;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What cannot be decided is in quarantine, all of it and nothing else, each once, byte for byte, with its reason. */
public final class QuarantineComplete {

    private record Case(String reason, byte[] bytes) {}

    private final Map<String, Case> due = new HashMap<>();
    private final Map<String, Case> there = new HashMap<>();
    private final Map<String, Integer> times = new HashMap<>();

    public synchronized void onDue(String at, String reason, byte[] bytes) {
        due.put(at, new Case(reason, bytes));
    }

    public synchronized void onSeen(String at, String reason, byte[] bytes) {
        there.put(at, new Case(reason, bytes));
        times.merge(at, 1, Integer::sum);
    }

    public synchronized void verify() {
        Claim.none("are not in quarantine", due.keySet().stream().filter(at -> !there.containsKey(at)));
        Claim.none("should not be in quarantine", there.keySet().stream().filter(at -> !due.containsKey(at)));
        Claim.none(
                "are in quarantine more than once",
                times.keySet().stream().filter(at -> times.getOrDefault(at, 0) > 1));
        Claim.none(
                "are in quarantine for another reason",
                there.keySet().stream()
                        .filter(at ->
                                !get(there, at).reason().equals(get(due, at).reason()))
                        .map(at -> at + " " + get(there, at).reason() + " instead of "
                                + get(due, at).reason()));
        Claim.none(
                "are not in quarantine as they came",
                there.keySet().stream()
                        .filter(at -> !Arrays.equals(
                                get(there, at).bytes(), get(due, at).bytes())));
    }

    private static Case get(Map<String, Case> cases, String at) {
        Case found = cases.get(at);
        if (found == null) {
            throw new AssertionError(at + " is missing");
        }
        return found;
    }
}
