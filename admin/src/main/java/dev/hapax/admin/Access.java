package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import dev.hapax.config.AdminUser.Role;
import io.javalin.http.Context;

/** Decides who may make changes. */
public interface Access {

    /** The actor of requests without a name: each may come from another person. */
    String NOBODY_IN_PARTICULAR = "api";

    /** Requests with a token of the settings; none if there is no token. */
    static Access of(AdminSettings settings) {
        return new Token(settings.token(), settings.users());
    }

    /**
     * Who sent a request, by its token.
     *
     * @throws ProblemException if it has no valid token, claims to be someone else, or if changes are disabled
     */
    Caller caller(Context request);

    /**
     * Checks that a request may make changes other than approvals.
     *
     * @return the actor to record
     * @throws ProblemException if it may not
     */
    default String writer(Context request) {
        Caller caller = caller(request);
        caller.require(Role.OPERATOR);
        return caller.name();
    }
}
