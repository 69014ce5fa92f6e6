package dev.hapax.admin;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Allows changes with the token. */
final class TokenAccess implements Access {

    private static final String ACTOR = "Hapax-Actor";
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,100}");

    private final Token token;

    TokenAccess(Token token) {
        this.token = token;
    }

    @Override
    public String writer(Context request) {
        if (!token.set()) {
            throw new ProblemException(
                    403,
                    "Changes are disabled",
                    "Changes over HTTP are disabled, because this instance has no admin.token. Set it as"
                            + " ${env:NAME} or ${file:/path} in the configuration, or use the command line.");
        }
        if (!token.in(request.header("Authorization"))) {
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
}
