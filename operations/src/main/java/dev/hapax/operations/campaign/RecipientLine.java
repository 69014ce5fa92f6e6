package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;

/** What a file of recipients has next. */
public sealed interface RecipientLine {

    /** @param line on which the recipient begins */
    record Good(long line, Recipient recipient) implements RecipientLine {}

    /** @param rest whether what follows can't be read either */
    record Bad(RecipientProblem problem, boolean rest) implements RecipientLine {}
}
