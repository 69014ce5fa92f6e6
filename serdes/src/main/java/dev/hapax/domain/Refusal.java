package dev.hapax.domain;

import org.jspecify.annotations.Nullable;

/** Why a message goes to quarantine, with as much as was known of it by then. */
public record Refusal(
        Reason reason,
        Phase phase,
        String explanation,
        @Nullable Throwable cause,
        @Nullable String source,
        @Nullable String identity,
        @Nullable Fingerprint fingerprint) {

    public static Refusal of(
            Arrival arrival, Reason reason, Phase phase, String explanation, @Nullable Throwable cause) {
        return new Refusal(
                reason, phase, explanation, cause, arrival.source(), arrival.identity(), arrival.fingerprint());
    }
}
