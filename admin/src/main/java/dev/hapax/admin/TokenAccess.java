package dev.hapax.admin;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lets those write who carry the token. */
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
                    "Writes are off",
                    "This instance lets nobody change anything over HTTP, since it has no admin.token; set one by"
                            + " ${env:NAME} or ${file:/path} in its configuration, or use the command line");
        }
        if (!token.in(request.header("Authorization"))) {
            throw new ProblemException(
                    401, "No valid token", "To change something, send Authorization: Bearer TOKEN with admin.token");
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
                    400,
                    "No name of an actor",
                    "The header " + ACTOR + " must be a name of at most 100 printable characters");
        }
        return actor;
    }
}
