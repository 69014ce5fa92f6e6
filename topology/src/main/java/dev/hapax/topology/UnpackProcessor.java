package dev.hapax.topology;

import dev.hapax.commit.ReadLedger;
import dev.hapax.domain.Intake;
import java.util.List;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards the arrivals of one record of the repartition topic one by one, each with its own identity and time. */
final class UnpackProcessor extends ContextualProcessor<String, List<Intake.Arrived>, String, Intake.Arrived> {

    @Override
    public void process(Record<String, List<Intake.Arrived>> record) {
        for (Intake.Arrived arrived : record.value()) {
            context()
                    .forward(new Record<>(
                            arrived.arrival().identity(),
                            arrived,
                            arrived.arrival().message().timestamp(),
                            record.headers()));
        }
        ReadLedger.ofThisThread().processed(context());
    }
}
