package dev.hapax.admin;

import dev.hapax.operations.Sha256;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The token of an instance, compared in constant time. Requests with the token may make changes. */
final class Token implements Access {

    private static final String ACTOR = "Hapax-Actor";
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,100}");
    private static final String BEARER = "bearer ";
    private static final String SUBPROTOCOL = "bearer.";

    private final byte @Nullable [] digest;

    Token(@Nullable String token) {
        this.digest = token == null ? null : digest(token);
    }

    /** Whether there is a token. */
    boolean set() {
        return digest != null;
    }

    /** @param authorization the header of that name, as {@code Bearer TOKEN} */
    boolean in(@Nullable String authorization) {
        return authorization != null
                && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                && matches(authorization.substring(BEARER.length()).strip());
    }

    /**
     * For browsers, which cannot set headers when they open a WebSocket.
     *
     * @param protocols the header {@code Sec-WebSocket-Protocol}, one of them {@code bearer.} and the token in base64url
     */
    boolean inProtocols(String protocols) {
        for (String protocol : protocols.split(",", -1)) {
            String offered = protocol.strip();
            if (offered.startsWith(SUBPROTOCOL) && matches(decoded(offered.substring(SUBPROTOCOL.length())))) {
                return true;
            }
        }
        return false;
    }

    /** Whether one of the protocols is a token. */
    static boolean isOffered(String protocols) {
        return Arrays.stream(protocols.split(",", -1))
                .anyMatch(offered -> offered.strip().startsWith(SUBPROTOCOL));
    }

    @Override
    public String writer(Context request) {
        if (!set()) {
            throw new ProblemException(
                    403,
                    "Changes are disabled",
                    "Changes over HTTP are disabled, because this instance has no admin.token. Set it as"
                            + " ${env:NAME} or ${file:/path} in the configuration, or use the command line.");
        }
        if (!in(request.header("Authorization"))) {
            throw new ProblemException(
                    401,
                    "No valid token",
                    "A change requires the header Authorization: Bearer TOKEN, with admin.token.");
        }
        return actor(request.header(ACTOR));
    }

    private static String actor(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return NOBODY_IN_PARTICULAR;
        }
        String actor = given.strip();
        if (!NAME.matcher(actor).matches()) {
            throw new ProblemException(
                    400, "Invalid actor", "The header " + ACTOR + " must have 1 to 100 printable ASCII characters.");
        }
        return actor;
    }

    private static String decoded(String base64) {
        try {
            return new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private boolean matches(String given) {
        // Compares digests, so that the length is not revealed either.
        return digest != null && MessageDigest.isEqual(digest, digest(given));
    }

    private static byte[] digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
