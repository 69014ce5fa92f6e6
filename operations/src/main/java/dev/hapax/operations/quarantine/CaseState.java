package dev.hapax.operations.quarantine;

import java.util.Locale;

/** Where a case stands. */
public enum CaseState {
    OPEN,
    ASSIGNED,
    /** Given again; opens anew when it fails again. */
    REPLAYED,
    DROPPED,
    /** Has failed as often as it may: replayed only when insisted upon. */
    PARKED;

    public boolean resolved() {
        return this == REPLAYED || this == DROPPED;
    }

    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public static CaseState of(String code) {
        for (CaseState state : values()) {
            if (state.code().equals(code)) {
                return state;
            }
        }
        throw new IllegalArgumentException(
                "'" + code + "' is not the state of a case: must be open, assigned, replayed, dropped or parked");
    }
}
