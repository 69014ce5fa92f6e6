package dev.hapax.topology;

import dev.hapax.domain.Intake;
import dev.hapax.domain.Outcome;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards what intake refused as quarantine records, and nothing else. */
final class RefusedProcessor extends ContextualProcessor<String, Intake, byte[], byte[]> {

    private final OutputRecords records;

    RefusedProcessor(OutputRecords records) {
        this.records = records;
    }

    @Override
    public void process(Record<String, Intake> record) {
        if (record.value() instanceof Outcome.Refused refused) {
            context().forward(records.quarantine(refused, context().currentSystemTimeMs()));
        }
    }
}
