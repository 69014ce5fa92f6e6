package dev.hapax.quarantine;

import java.time.Instant;
import org.apache.kafka.streams.processor.api.Record;

/** Writes a quarantined message as a record: key, value and headers as they arrived, ours behind them. */
public record QuarantineRecords(String app, int headerBudget) {

    /**
     * The record's timestamp is now and not the message's: by a timestamp of 1970 the topic's retention would delete the
     * record, and one of 2099 the broker would refuse.
     */
    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    public Record<byte[], byte[]> record(QuarantineCase held, Instant now) {
        return new Record<>(
                held.message().key(),
                held.message().value(),
                now.toEpochMilli(),
                QuarantineHeaders.of(held, app, now, headerBudget));
    }
}
