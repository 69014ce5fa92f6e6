package dev.hapax.operations.quarantine;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A value as a person reads it. However the value is made, the text has a bound.
 *
 * @param kind tombstone, json, text or binary
 * @param cut whether the value goes on after the text
 */
public record Payload(String kind, String text, boolean cut) {

    /** In characters: more than a person reads, and little enough for a browser. */
    public static final int LONGEST = 256 * 1024;

    /** For whoever asks for all of it: more than any record of the usual size comes to. */
    static final int LONGEST_WHOLE = 8 << 20;

    /** Bytes of a binary value that are laid out within the bound. */
    private static final int CHARACTERS_PER_BYTE = 5;

    public static Payload of(byte @Nullable [] value) {
        return of(value, LONGEST);
    }

    /** The same with the larger bound. */
    public static Payload whole(byte @Nullable [] value) {
        return of(value, LONGEST_WHOLE);
    }

    /** A text that is shown as it stands. */
    public static Payload ofText(String text) {
        return new Payload("text", Cut.at(text, LONGEST), text.length() > LONGEST);
    }

    private static Payload of(byte @Nullable [] value, int most) {
        if (value == null) {
            return new Payload("tombstone", "", false);
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value))
                    .toString();
        } catch (CharacterCodingException e) {
            int bytes = most / CHARACTERS_PER_BYTE;
            return new Payload("binary", HexView.of(value, bytes), value.length > bytes);
        }
        JsonLayout json = JsonLayout.of(text, most);
        return json == null
                ? new Payload("text", Cut.at(text, most), text.length() > most)
                : new Payload("json", json.text(), json.cut());
    }
}
