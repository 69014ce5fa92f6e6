package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;

/** Reads whole documents: the plain ones the short way, all others the long way. Safe for many threads. */
public final class DocumentReader {

    private final FieldTree selection;
    private final JsonText text;
    private final ThreadLocal<PlainScan> plain;

    public DocumentReader(FieldTree selection, ReadLimits limits) {
        this.selection = selection;
        this.text = new JsonText(limits);
        this.plain = ThreadLocal.withInitial(() -> new PlainScan(selection, limits));
    }

    /**
     * The values asked for.
     *
     * @throws RefusedException as {@link FormatReader#read}
     */
    public Content pick(byte[] document) throws RefusedException {
        Content content = plain.get().pick(document);
        return content == null ? text.read(document, parser -> new JsonScan(parser, selection).pick()) : content;
    }

    /**
     * The values asked for, and the hash of everything.
     *
     * @throws RefusedException as {@link FormatReader#read}
     */
    public FormatReader.Whole pickAndDigest(byte[] document) throws RefusedException {
        FormatReader.Whole whole = plain.get().pickAndDigest(document);
        return whole == null ? text.read(document, parser -> new JsonScan(parser, selection).pickAndDigest()) : whole;
    }
}
