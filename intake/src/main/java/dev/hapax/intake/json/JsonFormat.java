package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import java.util.Set;

/** Messages written as JSON: a field is a JSON pointer, or the name of a top-level member. */
public final class JsonFormat implements Format {

    @Override
    public String name() {
        return "json";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return new JsonReader(FieldTree.of(fields), limits);
    }

    /** Reads messages whose value is one JSON document, an object or not. */
    static final class JsonReader implements FormatReader {

        private final DocumentReader documents;

        JsonReader(FieldTree selection, ReadLimits limits) {
            this.documents = new DocumentReader(selection, limits);
        }

        @Override
        public Content read(Message message) throws RefusedException {
            byte[] value = message.value();
            return value == null ? Content.TOMBSTONE : documents.pick(value);
        }

        @Override
        public Whole readWhole(Message message) throws RefusedException {
            byte[] value = message.value();
            return value == null ? Whole.TOMBSTONE : documents.pickAndDigest(value);
        }

        @Override
        public Fingerprint digest(Message message) throws RefusedException {
            return readWhole(message).digest();
        }
    }
}
