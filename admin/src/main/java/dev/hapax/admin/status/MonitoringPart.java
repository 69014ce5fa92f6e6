package dev.hapax.admin.status;

import dev.hapax.admin.ApiPart;
import dev.hapax.admin.ProblemException;
import dev.hapax.meters.Meters;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.LinkedHashMap;
import java.util.Map;

/** Health checks for supervisors and load balancers, and the metrics in Prometheus format. */
public final class MonitoringPart implements ApiPart {

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final Readiness readiness;
    private final Meters meters;

    public MonitoringPart(Readiness readiness, Meters meters) {
        this.readiness = readiness;
        this.meters = meters;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/health/live", this::live);
        routes.get("/health/ready", this::ready);
        routes.get("/metrics", this::scrape);
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

    private void scrape(Context request) {
        if (!(meters.registry() instanceof PrometheusMeterRegistry registry)) {
            throw new ProblemException(404, "No metrics", "This instance has no Prometheus registry.");
        }
        request.result(registry.scrape(TEXT)).contentType(TEXT);
    }
}
