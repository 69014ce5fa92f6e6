package dev.hapax.intake;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Refusal;

/** What becomes of a message at the door. */
public sealed interface Intake {

    /** It can be read, and it is known what it stands for. */
    record Arrived(Arrival arrival) implements Intake {}

    /** It goes to quarantine. */
    record Refused(Refusal refusal) implements Intake {}
}
