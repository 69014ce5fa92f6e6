package dev.hapax.admin.page;

import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The OpenAPI description; a test compares it with the routes. */
public final class OpenApiPart implements ApiPart {

    private static final String FILE = "openapi.json";

    private final byte[] document = read();

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(
                "/api/openapi.json",
                Query.none(request -> request.result(document).contentType("application/json")));
    }

    private static byte[] read() {
        try (InputStream in = OpenApiPart.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the jar of Hapax; build it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("Reading " + FILE, e);
        }
    }
}
