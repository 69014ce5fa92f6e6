package dev.hapax.admin;

import dev.hapax.config.AdminUser;
import dev.hapax.operations.Sha256;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The tokens of an instance, the shared one and those of users, compared in constant time. */
final class Token implements Access {

    private static final String ACTOR = "Hapax-Actor";
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,100}");
    private static final String BEARER = "bearer ";
    private static final String SUBPROTOCOL = "bearer.";

    static final String DISABLED =
            "Changes over HTTP are disabled, because this instance has no admin.token and no admin.users. Set a token as"
                    + " ${env:NAME} or ${file:/path} in the configuration, or use the command line.";

    private final List<Known> known = new ArrayList<>();

    /** A token that is accepted, as its SHA-256. */
    private record Known(byte[] digest, Caller caller) {}

    Token(@Nullable String shared, List<AdminUser> users) {
        if (shared != null) {
            known.add(new Known(digest(shared), Caller.SHARED));
        }
        users.forEach(user -> known.add(new Known(HexFormat.of().parseHex(user.tokenSha256()), Caller.of(user))));
    }

    /** Whether there is a token. */
    boolean set() {
        return !known.isEmpty();
    }

    /** @param authorization the header of that name, as {@code Bearer TOKEN} */
    boolean in(@Nullable String authorization) {
        return callerIn(authorization) != null;
    }

    private @Nullable Caller callerIn(@Nullable String authorization) {
        return authorization != null && authorization.toLowerCase(Locale.ROOT).startsWith(BEARER)
                ? callerWith(authorization.substring(BEARER.length()).strip())
                : null;
    }

    /**
     * For browsers, which cannot set headers when they open a WebSocket.
     *
     * @param protocols the header {@code Sec-WebSocket-Protocol}, one of them {@code bearer.} and the token in base64url
     */
    boolean inProtocols(String protocols) {
        for (String protocol : protocols.split(",", -1)) {
            String offered = protocol.strip();
            if (offered.startsWith(SUBPROTOCOL)
                    && callerWith(decoded(offered.substring(SUBPROTOCOL.length()))) != null) {
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
    public Caller caller(Context request) {
        if (!set()) {
            throw new ProblemException(403, "Changes are disabled", DISABLED);
        }
        Caller caller = callerIn(request.header("Authorization"));
        if (caller == null) {
            throw new ProblemException(
                    401,
                    "No valid token",
                    "A change requires the header Authorization: Bearer TOKEN, with admin.token or the token of a user.");
        }
        String given = actor(request.header(ACTOR));
        return caller.named() ? own(caller, given) : shared(given);
    }

    private static Caller own(Caller caller, String given) {
        if (!given.equals(NOBODY_IN_PARTICULAR) && !given.equals(caller.name())) {
            throw new ProblemException(
                    403,
                    "Other actor",
                    "This token belongs to " + caller.name() + ". Send its name as " + ACTOR + ", or no such header.");
        }
        return caller;
    }

    /** Whoever has the shared token may give a name, but not that of a user, who has a token to prove it. */
    private Caller shared(String given) {
        if (known.stream()
                .anyMatch(one -> one.caller().named() && one.caller().name().equalsIgnoreCase(given))) {
            throw new ProblemException(
                    403,
                    "Other actor",
                    given + " is a user with a token. Use that token, or another name as " + ACTOR + ".");
        }
        return new Caller(given, Caller.SHARED.roles(), false);
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

    /** Null for an unknown token. Compares digests, and all of them, so that the time reveals neither length nor owner. */
    private @Nullable Caller callerWith(String given) {
        byte[] digest = digest(given);
        Caller found = null;
        for (Known one : known) {
            if (MessageDigest.isEqual(one.digest(), digest)) {
                found = one.caller();
            }
        }
        return found;
    }

    private static byte[] digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
    }
}
