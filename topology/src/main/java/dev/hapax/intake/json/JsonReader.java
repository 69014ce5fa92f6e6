package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;

/** Reads messages whose value is one JSON document, an object or not. */
final class JsonReader implements FormatReader {

    private final Selection selection;
    private final JsonText text;

    JsonReader(Selection selection, ReadLimits limits) {
        this.selection = selection;
        this.text = new JsonText(limits);
    }

    @Override
    public Content read(Message message) throws RefusedException {
        byte[] value = message.value();
        return value == null ? Content.EMPTY : text.read(value, parser -> new JsonScan(parser, selection).pick());
    }

    @Override
    public Whole readWhole(Message message) throws RefusedException {
        byte[] value = message.value();
        return value == null
                ? Whole.TOMBSTONE
                : text.read(value, parser -> new JsonScan(parser, selection).pickAndDigest());
    }

    @Override
    public Fingerprint digest(Message message) throws RefusedException {
        return readWhole(message).digest();
    }
}
