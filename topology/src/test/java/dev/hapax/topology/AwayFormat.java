package dev.hapax.topology;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.UnavailableException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.JsonFormat;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** JSON whose reader is unavailable so many times. */
record AwayFormat(AtomicInteger outage) implements Format {

    @Override
    public String name() {
        return "away";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        FormatReader json = new JsonFormat().reader(fields, limits);
        return new FormatReader() {
            @Override
            public Content read(Message message) throws RefusedException {
                if (outage.getAndDecrement() > 0) {
                    throw new UnavailableException("the registry does not answer");
                }
                return json.read(message);
            }

            @Override
            public Fingerprint digest(Message message) throws RefusedException {
                return json.digest(message);
            }
        };
    }
}
