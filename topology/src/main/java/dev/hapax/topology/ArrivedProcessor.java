package dev.hapax.topology;

import dev.hapax.domain.Intake;
import java.util.function.Function;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;

/** Forwards what passed intake, in the form that the next step takes, and nothing else. */
final class ArrivedProcessor<T> extends ContextualFixedKeyProcessor<String, Intake, T> {

    private final Function<Intake.Arrived, T> form;

    ArrivedProcessor(Function<Intake.Arrived, T> form) {
        this.form = form;
    }

    @Override
    public void process(FixedKeyRecord<String, Intake> record) {
        if (record.value() instanceof Intake.Arrived arrived) {
            context().forward(record.withValue(form.apply(arrived)));
        }
    }
}
