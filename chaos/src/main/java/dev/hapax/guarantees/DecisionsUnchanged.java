package dev.hapax.guarantees;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has been decided stays as it was decided: no crash and no new rules make another decision of it. */
public final class DecisionsUnchanged {

    private final Map<String, String> remembered = new HashMap<>();
    private final Map<String, String> there = new HashMap<>();
    private final List<String> contradictions = new ArrayList<>();

    /** While the application runs: a decision someone may have acted on by now. */
    public void remember(String identity, String decision) {
        remembered.putIfAbsent(identity, decision);
    }

    /** At the end. */
    public void onSeen(String identity, String decision) {
        @Nullable String before = there.putIfAbsent(identity, decision);
        if (before != null && !before.equals(decision)) {
            contradictions.add(identity + ": " + before + " and " + decision);
        }
    }

    public int remembered() {
        return remembered.size();
    }

    public void verify() {
        Claim.that(!remembered.isEmpty(), "no decision was remembered");
        Claim.none("were decided twice, and not alike", contradictions.stream());
        Claim.none(
                "were decided and are not any more",
                remembered.keySet().stream().filter(identity -> !there.containsKey(identity)));
        Claim.none(
                "are decided otherwise than before",
                remembered.entrySet().stream()
                        .filter(before -> !before.getValue().equals(there.get(before.getKey())))
                        .map(before ->
                                before.getKey() + ": " + before.getValue() + ", now " + there.get(before.getKey())));
    }
}
