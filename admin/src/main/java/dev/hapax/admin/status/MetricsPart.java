package dev.hapax.admin.status;

import dev.hapax.admin.ApiPart;
import dev.hapax.admin.ProblemException;
import dev.hapax.meters.Meters;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The metrics of an instance in Prometheus format. */
public final class MetricsPart implements ApiPart {

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final Meters meters;

    public MetricsPart(Meters meters) {
        this.meters = meters;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/metrics", this::scrape);
    }

    private void scrape(Context request) {
        if (!(meters.registry() instanceof PrometheusMeterRegistry registry)) {
            throw new ProblemException(404, "No metrics", "This instance has no Prometheus registry.");
        }
        request.result(registry.scrape(TEXT)).contentType(TEXT);
    }
}
