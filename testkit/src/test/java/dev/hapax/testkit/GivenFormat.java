package dev.hapax.testkit;

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
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A format of values such as {@code name:text}, right until a test makes its reader wrong. */
record GivenFormat(Supplier<FormatReader> made) implements Format {

    @Override
    public String name() {
        return "given";
    }

    @Override
    public boolean textOnly() {
        return true;
    }

    @Override
    public boolean mayHave(String field) {
        return !field.startsWith("/");
    }

    @Override
    public Set<String> options() {
        return Set.of("upper");
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return made.get();
    }

    /** Reads such values. */
    static class Reader implements FormatReader {

        @Override
        public Content read(Message message) throws RefusedException {
            byte[] value = message.value();
            return value == null ? Content.TOMBSTONE : fields(value)::get;
        }

        @Override
        public Fingerprint digest(Message message) throws RefusedException {
            byte[] value = message.value();
            return value == null ? Whole.TOMBSTONE.digest() : hash(fields(value).toString());
        }

        static Map<String, Value> fields(byte[] value) throws RefusedException {
            String text = new String(value, StandardCharsets.ISO_8859_1).strip();
            int colon = text.indexOf(':');
            if (colon < 0) {
                throw new RefusedException(Reason.UNREADABLE, "there is no colon");
            }
            return Map.of(text.substring(0, colon), new Value.Text(text.substring(colon + 1)));
        }

        static Fingerprint hash(String text) {
            CanonicalBytes form = new CanonicalBytes();
            form.text(text);
            return form.hashSince(0);
        }
    }
}
