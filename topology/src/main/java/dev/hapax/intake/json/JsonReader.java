package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;

/** Reads messages whose value is one JSON document, an object or not. */
public final class JsonReader implements FormatReader {

    private final Selection selection;
    private final JsonText text;

    JsonReader(Selection selection, ReadLimits limits) {
        this.selection = selection;
        this.text = new JsonText(limits);
    }

    @Override
    public Content read(Message message) throws RefusedException {
        byte[] value = message.value();
        return value == null ? Content.EMPTY : pick(value);
    }

    @Override
    public Whole readWhole(Message message) throws RefusedException {
        byte[] value = message.value();
        return value == null ? Whole.TOMBSTONE : pickAndDigest(value);
    }

    @Override
    public Fingerprint digest(Message message) throws RefusedException {
        return readWhole(message).digest();
    }

    /** The values asked for in a document given as bytes. */
    public Content pick(byte[] document) throws RefusedException {
        return text.read(document, parser -> {
            JsonScan scan = new JsonScan(parser, selection.size());
            scan.pick(selection.root());
            return new JsonContent(selection, scan.found());
        });
    }

    /** The values asked for in a document given as bytes, and the hash of all of it. */
    public Whole pickAndDigest(byte[] document) throws RefusedException {
        return text.read(document, parser -> {
            JsonScan scan = new JsonScan(parser, selection.size());
            Fingerprint digest = scan.digest(selection.root());
            return new Whole(new JsonContent(selection, scan.found()), digest);
        });
    }
}
