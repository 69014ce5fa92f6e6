package dev.hapax.demo.stream;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.canonical.CanonicalBytes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads lines of {@link LegacyCsvFormat}, with its defect. */
final class LegacyCsvReader implements FormatReader {

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
