package dev.hapax.admin.feed;

import org.jspecify.annotations.Nullable;

/**
 * Where the events of a client start.
 *
 * @param position null for the current end of the feed
 * @param lost why the client cannot resume where it was; null if it can, or if it has not asked to
 */
record ResumePoint(@Nullable Position position, @Nullable String lost) {

    static final ResumePoint NOW = new ResumePoint(null, null);

    /** @throws IllegalArgumentException if it is not a token of this application */
    static ResumePoint of(@Nullable String token, Tokens tokens) {
        if (token == null) {
            return NOW;
        }
        Position position = tokens.read(token);
        return new ResumePoint(position, position == null ? Lost.OTHER_VERSION : null);
    }
}
