package dev.hapax.quarantine;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Set;

/** A plug-in whose reader throws what no reader may throw. */
final class DefectiveFormat implements Format {

    @Override
    public String name() {
        return "defective";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return new FormatReader() {
            @Override
            public Content read(Message message) {
                throw new IllegalStateException("a defect");
            }

            @Override
            public Fingerprint digest(Message message) {
                throw new IllegalStateException("a defect");
            }
        };
    }
}
