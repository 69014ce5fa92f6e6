package dev.hapax.admin;

import io.javalin.config.RoutesConfig;

/** A part of the API: its routes, and the resources they need. */
public interface ApiPart extends AutoCloseable {

    void addTo(RoutesConfig routes);

    /** Called when the server is about to stop: a part that holds connections open closes them with a reason. */
    default void leave() {}

    @Override
    default void close() {}
}
