package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.config.RoutesConfig;
import java.util.Map;

/** Routes of every kind, for tests. */
record EchoPart(Access access) implements ApiPart {

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/echo/{text}", request -> request.result(request.pathParam("text")));
        routes.get("/api/broken", request -> {
            throw new IllegalStateException("the password is hunter2");
        });
        routes.get("/api/more-broken", request -> {
            throw new StackOverflowError("hunter2");
        });
        routes.get("/api/refused", request -> {
            throw new ProblemException(409, "Too late", "Someone was first; ask again");
        });
        routes.post("/api/echo", request -> {
            String actor = access.writer(request);
            JsonNode body = request.bodyAsClass(JsonNode.class);
            request.json(Map.of("actor", actor, "body", body));
        });
        routes.ws("/ws-echo", socket -> socket.onConnect(client -> client.send("hello")));
    }
}
