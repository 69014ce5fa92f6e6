package dev.hapax.admin;

import io.javalin.config.RoutesConfig;

/** A part of the API: the routes it answers, and what it holds open for them. */
public interface ApiPart extends AutoCloseable {

    void addTo(RoutesConfig routes);

    /** The server is about to stop: whoever holds connections open says why they end. */
    default void leave() {}

    @Override
    default void close() {}
}
