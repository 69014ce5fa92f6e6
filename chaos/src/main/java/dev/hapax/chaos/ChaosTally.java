package dev.hapax.chaos;

import dev.hapax.chaos.Model.Outcome;
import java.util.Map;

/**
 * What went through an application while it was hurt.
 *
 * @param messages how many the brokers had in the end
 * @param unanswered how many sends the brokers gave no answer to
 * @param outcomes what had to come of the messages
 * @param compared decisions that were read while the application was hurt, and compared at the end
 * @param gaveUp how often an instance ended by itself
 */
record ChaosTally(int messages, int unanswered, Map<Outcome, Integer> outcomes, int compared, int gaveUp) {

    static final ChaosTally NONE = new ChaosTally(0, 0, Map.of(), 0, 0);
}
