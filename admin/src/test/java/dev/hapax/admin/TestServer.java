package dev.hapax.admin;

import dev.hapax.admin.status.RestoreProgress;
import dev.hapax.classify.Classifiers;
import dev.hapax.config.EffectiveSettings;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.guard.GuardQueries;
import dev.hapax.intake.Formats;
import dev.hapax.meters.Meters;
import dev.hapax.operations.Sha256;
import dev.hapax.source.Sources;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/** The real server of an instance that is not started, and so needs no broker. */
final class TestServer implements AutoCloseable {

    static final String TOKEN = "0123456789abcdef-hunter2";
    /** The token of a user who may do everything. */
    static final String ALL_ROLES = "a-token-of-a-user-who-may-do-everything";

    static final Duration PATIENCE = Duration.ofSeconds(1);

    private final KafkaStreams streams;
    final Settings settings;
    final AdminServer server;
    final RestoreProgress restoring;
    final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private TestServer(KafkaStreams streams, Settings settings, AdminServer server, RestoreProgress restoring) {
        this.streams = streams;
        this.settings = settings;
        this.server = server;
        this.restoring = restoring;
    }

    /** The defaults with a token, small requests, high limits and an echo part. */
    static TestServer onLoopback(Path folder) {
        return start(
                folder,
                "port: 0, token: '${env:TOKEN}', max-request-bytes: 1KiB, requests-per-second: 10000, users: [ { name: all,"
                        + " roles: [operator, approver], token-sha256: '"
                        + HexFormat.of().formatHex(Sha256.of(ALL_ROLES.getBytes(StandardCharsets.UTF_8))) + "' } ]",
                echo());
    }

    /** Echoes requests that have the token. */
    static EchoPart echo() {
        return new EchoPart(new Token(TOKEN, List.of()));
    }

    /**
     * @param admin the settings of that section, as flow YAML
     * @param more besides all there is
     */
    static TestServer start(Path folder, String admin, ApiPart... more) {
        EffectiveSettings effective = SettingsFile.parse(
                """
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                admin: { %s }
                """.formatted(admin), "test.yaml", folder, name -> "TOKEN".equals(name) ? TOKEN : null);
        Binding binding = Binding.of(effective.settings().admin());
        Topology topology = topology();
        KafkaStreams streams = new KafkaStreams(
                topology,
                new StreamsConfig(Map.of(
                        StreamsConfig.APPLICATION_ID_CONFIG,
                        "hapax",
                        StreamsConfig.BOOTSTRAP_SERVERS_CONFIG,
                        "localhost:1",
                        StreamsConfig.STATE_DIR_CONFIG,
                        folder.toString())));
        Sources sources = Sources.of(effective.settings(), Formats.load(), Classifiers.installed());
        AdminContext context = new AdminContext(
                effective.settings(),
                () -> sources,
                streams,
                new Meters(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)),
                new GuardQueries(),
                new Alone(binding.self()),
                Access.of(effective.settings().admin()),
                Clock.systemUTC(),
                new Background(),
                (channel, artifact, target) -> null);
        RestoreProgress restoring = new RestoreProgress();
        AdminContext.Startup startup = new AdminContext.Startup(
                effective.shown(),
                topology.describe(),
                restoring,
                Clock.systemUTC().instant(),
                "test");
        List<ApiPart> parts = new ArrayList<>(AdminServer.parts(context, startup));
        parts.addAll(List.of(more));
        return new TestServer(
                streams, effective.settings(), AdminServer.start(binding, context, parts, PATIENCE), restoring);
    }

    private static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        return builder.build();
    }

    int port() {
        return server.binding().port();
    }

    URI at(String path) {
        return URI.create("http://127.0.0.1:" + port() + path);
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).POST(HttpRequest.BodyPublishers.ofString(body));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
        streams.close(Duration.ofSeconds(10));
    }
}
