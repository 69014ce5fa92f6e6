package com.example.limits;

import dev.hapax.classify.Classifier;
import dev.hapax.classify.UndecidableException;
import dev.hapax.domain.Content;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/** A payment of the limit of its currency or more is important. */
final class LimitsClassifier implements Classifier {

    private final LimitsFile file;
    private final String label;
    /** Threads read it without a lock, and nobody writes into it. */
    private volatile Map<String, BigDecimal> limits = Map.of();

    LimitsClassifier(LimitsFile file, String label) {
        this.file = file;
        this.label = label;
    }

    /** Everything that a judgement depends on beside the message. */
    @Override
    public String version() {
        return "amount-limits@" + file.hash() + "/" + label;
    }

    @Override
    public Set<String> fields() {
        return Set.of("amount", "currency");
    }

    /** The table is in memory only while messages are classified; {@code hapax config check} does not need it. */
    @Override
    public void open() {
        limits = file.read();
    }

    @Override
    public void close() {
        limits = Map.of();
    }

    @Override
    public Judgement classify(Content content) throws UndecidableException {
        if (!(content.get("amount") instanceof Value.Amount amount)) {
            throw new UndecidableException("the payment has no amount, or one that is not a number");
        }
        if (!(content.get("currency") instanceof Value.Text currency)) {
            throw new UndecidableException("the payment has no currency, or one that is not text");
        }
        BigDecimal limit = limits.get(currency.text());
        if (limit == null) {
            throw new UndecidableException("there is no limit for currency '" + currency.text() + "'");
        }
        boolean important = amount.number().compareTo(limit) >= 0;
        String reason = amount.display() + " " + currency.text() + (important ? " reaches" : " is below") + " the limit of "
                + limit.toPlainString();
        return new Judgement(important ? label : "payment", important, important ? 80 : 10, reason, "limit-" + currency.text());
    }
}
