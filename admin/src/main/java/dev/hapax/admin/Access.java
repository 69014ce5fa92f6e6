package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import io.javalin.http.Context;

/** Decides who may make changes. */
public interface Access {

    /** The actor of requests without a name: each may come from another person. */
    String NOBODY_IN_PARTICULAR = "api";

    /** Requests with the token of the settings; none if there is no token. */
    static Access of(AdminSettings settings) {
        return new Token(settings.token());
    }

    /**
     * Checks that a request may make changes.
     *
     * @return the actor to record
     * @throws ProblemException if it has no valid token, or if changes are disabled
     */
    String writer(Context request);
}
