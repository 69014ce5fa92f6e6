package dev.hapax.topology;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Value;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** A format with a defect: each reading is a second older than the one before. */
record DriftingFormat(Instant from) implements Format {

    @Override
    public String name() {
        return "drifting";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        AtomicLong readings = new AtomicLong(fields.size());
        return new FormatReader() {
            @Override
            public Content read(Message message) {
                Instant time = from.minusSeconds(readings.incrementAndGet());
                return field -> field.equals("time") ? new Value.Text(time.toString()) : null;
            }

            @Override
            public Fingerprint digest(Message message) {
                return new Fingerprint(1, 2);
            }
        };
    }
}
