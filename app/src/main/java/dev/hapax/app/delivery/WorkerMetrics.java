package dev.hapax.app.delivery;

import com.sun.net.httpserver.HttpServer;
import dev.hapax.app.FailedException;
import dev.hapax.channel.ObservedChannel;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.DeliveryEvent.Result;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a worker does, and shows it to Prometheus if it has an address. Names and tags are public. */
final class WorkerMetrics implements ObservedChannel.Observer, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerMetrics.class);
    private static final int HIGHEST_PORT = 65_535;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<String, OfChannel> channels = new HashMap<>();
    private @Nullable HttpServer server;

    private record OfChannel(Map<Result, Counter> attempts, Timer duration, AtomicInteger down) {}

    WorkerMetrics(DeliverySettings delivery) {
        delivery.channels().keySet().forEach(name -> channels.put(name, register(name)));
        new JvmMemoryMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    private OfChannel register(String channel) {
        Map<Result, Counter> attempts = new EnumMap<>(Result.class);
        for (Result result : Result.values()) {
            attempts.put(
                    result,
                    Counter.builder("hapax.worker.attempts")
                            .description("Attempts of this worker, by channel and result")
                            .tags("channel", channel, "result", result.name())
                            .register(registry));
        }
        Timer duration = Timer.builder("hapax.worker.attempt")
                .description("Duration of an attempt")
                .tags("channel", channel)
                .register(registry);
        AtomicInteger down = new AtomicInteger();
        Gauge.builder("hapax.worker.channel.down", down::get)
                .description("1 while a channel is down and its deliveries wait, else 0")
                .tags("channel", channel)
                .register(registry);
        return new OfChannel(attempts, duration, down);
    }

    @Override
    public void attempted(String channel, Result result, long nanos) {
        OfChannel meters = channels.get(channel);
        if (meters != null) {
            Counter counter = meters.attempts().get(result);
            if (counter != null) {
                counter.increment();
            }
            meters.duration().record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void asked(String channel, boolean isDown) {
        OfChannel meters = channels.get(channel);
        if (meters != null) {
            meters.down().set(isDown ? 1 : 0);
        }
    }

    /**
     * Serves {@code GET /metrics}.
     *
     * @param address {@code PORT} for this machine only, or {@code HOST:PORT}
     */
    void serve(String address) {
        InetSocketAddress where = parse(address);
        try {
            HttpServer opened = HttpServer.create(where, 0);
            opened.createContext("/metrics", exchange -> {
                byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
                exchange.sendResponseHeaders(200, body.length);
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            });
            opened.start();
            server = opened;
            LOG.info(
                    "Metrics are at http://{}:{}/metrics",
                    where.getHostString(),
                    opened.getAddress().getPort());
        } catch (IOException e) {
            throw new FailedException(
                    "--metrics: " + address + " can't be used: " + e.getMessage() + ". Use a free port.", e);
        }
    }

    private static InetSocketAddress parse(String address) {
        int colon = address.lastIndexOf(':');
        String host = colon < 0 ? "localhost" : address.substring(0, colon);
        String port = address.substring(colon + 1);
        if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "--metrics: " + address + " must be PORT or HOST:PORT, such as 9100 or 0.0.0.0:9100");
        }
        return new InetSocketAddress(host, Integer.parseInt(port));
    }

    @Override
    public void close() {
        HttpServer open = server;
        if (open != null) {
            open.stop(0);
        }
        registry.close();
    }
}
