package dev.hapax.topology;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.JsonFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** JSON that counts how often a message is read. */
final class CountingFormat implements Format {

    private final Format json = new JsonFormat();
    private final AtomicInteger reads = new AtomicInteger();

    int reads() {
        return reads.get();
    }

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        FormatReader reader = json.reader(fields, limits);
        return new FormatReader() {
            @Override
            public Content read(Message message) throws RefusedException {
                reads.incrementAndGet();
                return reader.read(message);
            }

            @Override
            public Fingerprint digest(Message message) throws RefusedException {
                return reader.digest(message);
            }

            @Override
            public Whole readWhole(Message message) throws RefusedException {
                reads.incrementAndGet();
                return reader.readWhole(message);
            }
        };
    }
}
