package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import io.javalin.http.Context;

/** Who may change something. */
public interface Access {

    /** The actor of those who do not say who they are: any of them may be another than the last. */
    String NOBODY_IN_PARTICULAR = "api";

    /** Those who carry the token of the settings, and nobody where there is none. */
    static Access of(AdminSettings settings) {
        return new TokenAccess(new Token(settings.token()));
    }

    /**
     * Lets a request change something, and says on whose behalf.
     *
     * @return the actor, for the record
     * @throws ProblemException when it carries no valid token, or writes are off
     */
    String writer(Context request);
}
