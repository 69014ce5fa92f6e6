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
     * Checks that a request may make changes of a kind.
     *
     * @return the actor to record
     * @throws ProblemException if it has no valid token or not the role, or if changes are disabled
     */
    default String actor(Context request, Role role) {
        Caller caller = caller(request);
        if (!caller.roles().contains(role)) {
            throw new ProblemException(403, "Role is missing", missing(caller, role));
        }
        return caller.name();
    }

    private static String missing(Caller caller, Role role) {
        return caller.named()
                ? "User " + caller.name() + " does not have the role " + role.code()
                        + ". Ask an administrator to add it to admin.users."
                : "admin.token is shared, so it does not have the role " + role.code()
                        + ". Use the token of a user in admin.users who has it; 'hapax admin token NAME' makes one.";
    }

    /**
     * Checks that a request may make changes other than approvals.
     *
     * @return the actor to record
     * @throws ProblemException if it may not
     */
    default String writer(Context request) {
        return actor(request, Role.OPERATOR);
    }
}
