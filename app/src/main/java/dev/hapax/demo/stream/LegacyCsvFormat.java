package dev.hapax.demo.stream;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * A format of somebody else's, as a plug-in brings it: lines {@code id;kind;amount;text} in ISO 8859-1, their fields by these
 * names.
 *
 * <p>It has a defect, and keeps it: it takes for granted that a line has four columns. With fewer it throws, as a plug-in's
 * code does where its author did not think of something. That is what quarantine's reason INTERNAL is for: the message is
 * held, the defect named, and the instance goes on.
 */
public final class LegacyCsvFormat implements Format {

    private static final Set<String> COLUMNS = Set.of("id", "kind", "amount", "text");

    @Override
    public String name() {
        return "legacy-csv";
    }

    @Override
    public boolean mayHave(String field) {
        return COLUMNS.contains(field);
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        // Rules ask for fields that mail has and these lines do not; such a field is simply not there.
        return new Reader();
    }

    /** Reads lines of {@link LegacyCsvFormat}, with its defect. */
    static final class Reader implements FormatReader {

        @Override
        public Content read(Message message) throws RefusedException {
            byte[] value = message.value();
            if (value == null) {
                return Content.TOMBSTONE;
            }
            String[] columns = columns(value);
            Map<String, Value> fields = Map.of(
                    "id", new Value.Text(columns[0]),
                    "kind", new Value.Text(columns[1]),
                    "amount", new Value.Amount(amount(columns[2])),
                    "text", new Value.Text(columns[3]));
            return fields::get;
        }

        @Override
        public Fingerprint digest(Message message) {
            byte[] value = message.value();
            if (value == null) {
                return Whole.TOMBSTONE.digest();
            }
            CanonicalBytes form = new CanonicalBytes();
            for (String column : columns(value)) {
                form.text(column.strip());
            }
            return form.hashSince(0);
        }

        private static String[] columns(byte[] line) {
            return new String(line, StandardCharsets.ISO_8859_1).split(";", 4);
        }

        private static BigDecimal amount(String column) throws RefusedException {
            try {
                return new BigDecimal(column.strip());
            } catch (NumberFormatException e) {
                throw new RefusedException(Reason.INVALID, "amount is '" + column + "'; required is a number", e);
            }
        }
    }
}
