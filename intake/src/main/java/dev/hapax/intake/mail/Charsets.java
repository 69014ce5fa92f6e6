package dev.hapax.intake.mail;

import dev.hapax.intake.canonical.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.james.mime4j.util.CharsetUtil;
import org.jspecify.annotations.Nullable;

/** Bytes to text as mail clients do it: by the charset that is named where it is known, else by what the bytes look like. */
final class Charsets {

    /** What senders mean who say Latin-1 or nothing at all. */
    private static final Charset WESTERN = Charset.forName("windows-1252");

    private Charsets() {}

    static String decode(byte[] bytes, @Nullable String name) {
        Charset charset = name == null ? null : CharsetUtil.lookup(name);
        if (charset == null || charset.equals(StandardCharsets.US_ASCII)) {
            charset = Utf8.firstFlaw(bytes) < 0 ? StandardCharsets.UTF_8 : WESTERN;
        } else if (charset.equals(StandardCharsets.ISO_8859_1)) {
            charset = WESTERN;
        }
        return new String(bytes, charset);
    }
}
