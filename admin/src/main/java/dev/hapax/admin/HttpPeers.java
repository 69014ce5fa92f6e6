package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The other instances as Kafka Streams knows them, each by its {@code application.server}. They are asked with this instance's own
 * token, and over TLS when this one speaks TLS.
 */
public final class HttpPeers implements Peers {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LARGEST_ANSWER = 10 << 20;

    private final HostInfo self;
    private final Supplier<Collection<StreamsMetadata>> members;
    private final @Nullable String token;
    private final String scheme;
    private final HttpClient client;

    /** @param members all instances that take part, as far as this one knows, this one perhaps among them */
    public HttpPeers(HostInfo self, Supplier<Collection<StreamsMetadata>> members, AdminSettings settings) {
        this.self = self;
        this.members = members;
        this.token = settings.token();
        this.scheme = settings.tls().on() ? "https" : "http";
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(PATIENCE);
        SSLContext trusted = PeerTrust.of(settings.tls());
        this.client =
                trusted == null ? builder.build() : builder.sslContext(trusted).build();
    }

    @Override
    public HostInfo self() {
        return self;
    }

    @Override
    public List<HostInfo> others() {
        Collection<StreamsMetadata> known;
        try {
            known = members.get();
        } catch (IllegalStateException | KafkaException e) {
            // Neither running nor about to: it knows of nobody.
            return List.of();
        }
        return known.stream()
                .map(StreamsMetadata::hostInfo)
                // An instance without an HTTP server has no address.
                .filter(host -> !host.equals(self) && !host.equals(HostInfo.unavailable()) && host.port() > 0)
                .distinct()
                .toList();
    }

    @Override
    public JsonNode get(HostInfo peer, String path) {
        String address = Peers.address(peer);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://" + address + path))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        // Its own timeout ends with the headers of the answer; ours is for the whole of it.
        CompletableFuture<HttpResponse<byte[]>> asked =
                client.sendAsync(request.build(), head -> new BoundedBody(LARGEST_ANSWER));
        try {
            HttpResponse<byte[]> response = asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return read(address, path, response.statusCode(), response.body());
        } catch (ExecutionException e) {
            throw unreachable(address, path, String.valueOf(e.getCause()));
        } catch (TimeoutException e) {
            asked.cancel(true);
            throw unreachable(address, path, "no answer within " + PATIENCE.toSeconds() + " s");
        } catch (IOException e) {
            throw unreachable(address, path, "its answer is not JSON");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(503, "Stopping", "this instance stops: ask another one");
        }
    }

    private static ProblemException unreachable(String address, String path, String why) {
        return new ProblemException(
                502, UNREACHABLE, address + " was asked for " + path + ": " + why + "; is it running?");
    }

    private static JsonNode read(String address, String path, int status, byte[] body) throws IOException {
        if (status == 200) {
            return Json.read(body);
        }
        if (status == 401 || status == 403) {
            // Not the client's fault, and so not for the client to be told as such.
            throw new ProblemException(
                    502,
                    "Instance refused",
                    address + " does not take this instance's token: admin.token must be the same for all instances");
        }
        String title = "Instance refused";
        String detail = address + " answered " + path + " with status " + status;
        try {
            JsonNode problem = Json.read(body);
            title = problem.path("title").asText(title);
            detail = problem.path("detail").asText(detail);
        } catch (IOException e) {
            // No problem document: the status says all there is.
        }
        throw new ProblemException(status >= 400 ? status : 502, title, detail);
    }
}
