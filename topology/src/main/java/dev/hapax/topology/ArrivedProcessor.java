package dev.hapax.topology;

import dev.hapax.domain.Intake;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Forwards what passed intake, and nothing else. */
final class ArrivedProcessor extends ContextualFixedKeyProcessor<String, Intake, Intake.Arrived> {

    @Override
    public void process(FixedKeyRecord<String, Intake> record) {
        if (record.value() instanceof Intake.Arrived arrived) {
            context().forward(record.withValue(arrived));
        }
    }
}
