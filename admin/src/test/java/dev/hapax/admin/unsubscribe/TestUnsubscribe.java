package dev.hapax.admin.unsubscribe;

import dev.hapax.admin.Background;
import dev.hapax.admin.BoundPort;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.delivery.OptOutWriter;
import dev.hapax.rendering.UnsubscribeLinks;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/** The real server for links to unsubscribe, and brokers that nobody can reach. */
final class TestUnsubscribe implements AutoCloseable {

    static final String CAMPAIGN = "cmp_42";
    static final String ADDRESS = "ann.lee@example.org";
    static final Duration PATIENCE = Duration.ofSeconds(1);

    final Meters meters = new Meters(new SimpleMeterRegistry());
    final Background background = new Background();
    final BoundPort port;
    final UnsubscribeServer server;
    private final UnsubscribeLinks links;
    final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    private TestUnsubscribe(BoundPort port, Settings settings) {
        this.port = port;
        this.links =
                Objects.requireNonNull(UnsubscribeLinks.of(settings.campaign().unsubscribe()));
        OptOutWriter writer = new OptOutWriter(new KafkaClients(settings), Clock.systemUTC(), PATIENCE);
        UnsubscribeServer.Patience patience = new UnsubscribeServer.Patience(PATIENCE, PATIENCE);
        this.server = UnsubscribeServer.start(port, settings, writer, meters, background, patience);
    }

    static TestUnsubscribe start() {
        return start("proxies: []");
    }

    /** @param more settings of {@code campaign.unsubscribe}, as flow YAML */
    static TestUnsubscribe start(String more) {
        Settings settings = settings("port: 0, " + more);
        return new TestUnsubscribe(Objects.requireNonNull(UnsubscribeServer.bind(settings)), settings);
    }

    static Settings settings(String unsubscribe) {
        return SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                delivery:
                  signing-key: delivery.pem
                  channels:
                    mail:
                      smtp: { host: localhost, from: news@example.com, verified-domains: [example.com] }
                campaign:
                  unsubscribe: { url: 'https://example.com/u', secret: 0123456789abcdef0123456789abcdef, %s }
                """.formatted(unsubscribe), "test.yaml", Path.of("."), name -> null)
                .settings();
    }

    /** A link that works. */
    String token() {
        return token(ADDRESS);
    }

    String token(String address) {
        return URI.create(links.url(CAMPAIGN, address)).getPath().substring("/u/".length());
    }

    int at() {
        return port.port();
    }

    HttpResponse<String> get(String path, String... headers) throws Exception {
        return send("GET", path, BodyPublishers.noBody(), headers);
    }

    HttpResponse<String> post(String path, String body, String... headers) throws Exception {
        return send("POST", path, BodyPublishers.ofString(body), headers);
    }

    HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at() + path))
                .method(method, body)
                .timeout(Duration.ofSeconds(20));
        return client.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    /** How many requests had this result. */
    double count(String result) {
        return meters.registry()
                .get(Meter.UNSUBSCRIBES.id())
                .tag("result", result)
                .functionCounter()
                .count();
    }

    @Override
    public void close() {
        server.close();
    }
}
