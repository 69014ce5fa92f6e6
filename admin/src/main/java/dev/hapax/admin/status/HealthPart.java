package dev.hapax.admin.status;

import dev.hapax.admin.ApiPart;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** Health checks for supervisors and load balancers. */
public final class HealthPart implements ApiPart {

    private final Readiness readiness;

    public HealthPart(Readiness readiness) {
        this.readiness = readiness;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/health/live", this::live);
        routes.get("/health/ready", this::ready);
    }

    private void live(Context request) {
        boolean alive = readiness.alive();
        answer(request, alive, alive ? "live" : "dead", Map.of());
    }

    private void ready(Context request) {
        boolean ready = readiness.ready();
        answer(request, ready, ready ? "ready" : "not ready", ready ? Map.of() : Map.of("why", readiness.why()));
    }

    private void answer(Context request, boolean well, String status, Map<String, String> more) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("status", status);
        fields.put("state", readiness.state().name());
        fields.putAll(more);
        request.status(well ? 200 : 503).json(fields);
    }
}
