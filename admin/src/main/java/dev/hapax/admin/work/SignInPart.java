package dev.hapax.admin.work;

import dev.hapax.admin.Access;
import dev.hapax.admin.ApiPart;
import dev.hapax.admin.Query;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;

/** {@code POST /api/sign-in}: checks a token. Changes nothing. */
final class SignInPart implements ApiPart {

    private final Access access;

    SignInPart(Access access) {
        this.access = access;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post("/api/sign-in", Query.none(this::signIn));
    }

    private void signIn(Context request) {
        String actor = access.writer(request);
        Requests.body(request);
        request.json(Map.of("actor", actor));
    }
}
