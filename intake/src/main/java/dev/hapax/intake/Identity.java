package dev.hapax.intake;

import dev.hapax.config.LimitSettings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The identity of a source's messages: found, put into its namespace, and fit to be a key. */
final class Identity {

    private final SourceSettings source;
    private final int maxLength;
    private final IdentityFinder finder;
    private final String prefix;

    Identity(SourceSettings source, LimitSettings limits, FieldNames names) {
        this.source = source;
        this.maxLength = limits.maxIdentityLength();
        this.finder = IdentityFinder.of(source.identity(), names);
        this.prefix = source.namespace().isEmpty() ? "" : source.namespace() + ":";
        if (source.keyedByIdentity() && !prefix.isEmpty() && finder instanceof IdentityFinder.InRecordKey) {
            throw new IllegalArgumentException("keyed-by-identity cannot hold: the identity is the record key behind '"
                    + prefix + "'; leave the namespace empty, or keyed-by-identity false");
        }
    }

    /** The fields it has to be given. */
    List<String> places() {
        return finder.places();
    }

    boolean needsDigest() {
        return finder instanceof IdentityFinder.HashOfAll;
    }

    String of(Message message, FormatReader.Whole reading) throws RefusedException {
        String identity;
        try {
            String found = finder.find(message, reading);
            identity = prefix.isEmpty() ? found : prefix + found;
        } catch (RefusedException e) {
            if (e.reason() == Reason.NO_IDENTITY
                    && source.onMissingIdentity() == SourceSettings.MissingIdentity.ADMIT) {
                return prefix + "unidentified:" + message.at();
            }
            throw e;
        }
        refuseUnfit(identity);
        return identity;
    }

    /** @throws RefusedException when the source promises that the key is the identity, and it is not */
    void checkKey(Message message, String identity) throws RefusedException {
        // Without a repartition the guard of another partition would be asked, and let a second copy pass. An identity
        // made of coordinates is safe: the same record comes by the same partition.
        if (!source.keyedByIdentity()) {
            return;
        }
        byte[] key = message.key();
        if (!Arrays.equals(key, identity.getBytes(StandardCharsets.UTF_8))
                && !identity.equals(prefix + "unidentified:" + message.at())) {
            throw new RefusedException(
                    Reason.INVALID,
                    "the source is keyed-by-identity, but the record key is "
                            + (key == null ? "null" : "'" + new String(key, StandardCharsets.UTF_8) + "'")
                            + " and the identity '" + identity + "'");
        }
    }

    private void refuseUnfit(String identity) throws RefusedException {
        if (identity.length() > maxLength) {
            throw new RefusedException(
                    Reason.INVALID,
                    "the identity has " + identity.length() + " characters; limits.max-identity-length allows "
                            + maxLength);
        }
        if (isPlain(identity)) {
            return;
        }
        for (int i = 0; i < identity.length(); i++) {
            if (Character.isISOControl(identity.charAt(i))) {
                throw new RefusedException(
                        Reason.INVALID,
                        "the identity has a control character (U+%04X) at position %d"
                                .formatted((int) identity.charAt(i), i));
            }
        }
        int lone = LoneSurrogates.first(identity, 0);
        if (lone >= 0) {
            throw new RefusedException(
                    Reason.INVALID,
                    "the identity has half a surrogate pair (U+%04X) at position %d"
                            .formatted((int) identity.charAt(lone), lone));
        }
    }

    private static boolean isPlain(String identity) {
        for (int i = 0; i < identity.length(); i++) {
            if (identity.charAt(i) < ' ' || identity.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }
}
