package dev.hapax.quarantine;

import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import java.time.Instant;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Writes a quarantined message as a record: key, value and headers as they arrived, ours behind them. Parts that are too large
 * for {@code quarantine.max-record-bytes} are left out, and our headers give their digests: compression lets a record into a
 * topic that quarantine could not take as it is.
 */
public record QuarantineRecords(String app, int headerBudget, int maxRecordBytes) {

    /**
     * The record's timestamp is now and not the message's: by a timestamp of 1970 the topic's retention would delete the
     * record, and one of 2099 the broker would refuse.
     */
    @SuppressWarnings("NullAway") // Kafka's Record takes null keys and values, but does not say so.
    public Record<byte[], byte[]> record(Outcome.Refused held, Instant now) {
        Omission omission = Omission.of(held.message(), maxRecordBytes);
        Message kept = omission.kept(held.message());
        return new Record<>(
                kept.key(),
                kept.value(),
                now.toEpochMilli(),
                QuarantineHeaders.of(held, omission, app, now, headerBudget));
    }
}
