package dev.hapax.admin;

import io.javalin.http.Context;

/** Who may change something. */
public interface Access {

    /**
     * Lets a request change something, and says on whose behalf.
     *
     * @return the actor, for the record
     * @throws ProblemException when it carries no valid token, or writes are off
     */
    String writer(Context request);
}
