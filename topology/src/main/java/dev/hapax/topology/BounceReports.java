package dev.hapax.topology;

import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.mail.DeliveryReport;
import dev.hapax.source.Source;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Hands on to the ledger what mail servers report of its deliveries, in the transaction in which the report is decided. */
final class BounceReports {

    private BounceReports() {}

    /** Whether it is such a report. */
    static boolean forward(Outcome.Decided decided, Source source, ProcessorContext<byte[], byte[]> context) {
        DeliveryReport report = report(decided, source);
        // A silent replay must not act.
        if (report != null && !decided.silent()) {
            byte[] key = report.delivery().getBytes(StandardCharsets.UTF_8);
            for (DeliveryEvent event : report.events(decided.arrival().message().at())) {
                // Stamped with the time of writing: by the time of an old mail, the topic would delete it before it is
                // read.
                context.forward(
                        new Record<>(key, DeliveryFormat.write(event), context.currentSystemTimeMs()),
                        OperatorNames.TO_STAGED);
            }
        }
        return report != null;
    }

    private static @Nullable DeliveryReport report(Outcome.Decided decided, Source source) {
        try {
            return source.report(decided.arrival().message());
        } catch (RefusedException e) {
            throw new IllegalStateException("it could be read when it was decided by the same version", e);
        }
    }
}
