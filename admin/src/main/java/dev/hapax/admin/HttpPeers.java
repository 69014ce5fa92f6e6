package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.config.AdminSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other instances as Kafka Streams knows them, each by its {@code application.server}, which any member of the group may choose.
 * Only allowed addresses are queried, over TLS if this instance uses TLS, and with a credential for that one read: the token itself
 * never leaves this instance.
 */
public final class HttpPeers implements Peers {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LARGEST_ANSWER = 10 << 20;

    private final HostInfo self;
    private final Supplier<Collection<StreamsMetadata>> members;
    private static final Logger LOG = LoggerFactory.getLogger(HttpPeers.class);
    /** Bounded, because unknown members can use ever new addresses. */
    private static final int MOST_WARNINGS = 100;

    private final PeerCredential credential;
    private final PeerAddresses addresses;
    private final Clock clock;
    private final String scheme;
    private final HttpClient client;
    private final Set<HostInfo> warned = ConcurrentHashMap.newKeySet();

    /** @param members all known instances of the group, possibly including this one */
    public HttpPeers(
            HostInfo self, Supplier<Collection<StreamsMetadata>> members, AdminSettings settings, Clock clock) {
        this.self = self;
        this.members = members;
        this.credential = new PeerCredential(settings.token());
        this.addresses = new PeerAddresses(self, settings);
        this.clock = clock;
        this.scheme = settings.tls().on() ? "https" : "http";
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(PATIENCE);
        SSLContext trusted = PeerTrust.of(settings.tls());
        this.client =
                trusted == null ? builder.build() : builder.sslContext(trusted).build();
    }

    /** What connections to instances trust; null without TLS. */
    public static @Nullable SSLContext trust(AdminSettings.Tls tls) {
        return PeerTrust.of(tls);
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
            // Not running: no instance is known.
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
        if (!addresses.allows(peer)) {
            throw notAllowed(peer, address);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(scheme + "://" + address + path))
                .timeout(PATIENCE)
                .header("Accept", "application/json");
        String authorization = credential.header(address, path, clock.instant());
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        // The timeout of the client covers only the headers of the response; this one covers all of it.
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
            throw unreachable(address, path, "the response is not JSON");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(503, "Stopping", "This instance is stopping. Use another one.");
        }
    }

    private ProblemException notAllowed(HostInfo peer, String address) {
        if (warned.size() < MOST_WARNINGS && warned.add(peer)) {
            LOG.warn(
                    "{} has joined the group, but its address is not allowed, so it is not queried. If it is an"
                            + " instance of this application, add it to admin.peers; if not, find out who can join the"
                            + " consumer group.",
                    address);
        }
        return new ProblemException(
                502,
                NOT_ALLOWED,
                address + " is in the group, but its address is not allowed, so it was not queried. Add it to"
                        + " admin.peers if it is an instance of this application.");
    }

    private static ProblemException unreachable(String address, String path, String why) {
        return new ProblemException(
                502,
                UNREACHABLE,
                "GET " + path + " of " + address + " failed: " + why + ". Check that the instance is running.");
    }

    private static JsonNode read(String address, String path, int status, byte[] body) throws IOException {
        if (status == 200) {
            return AdminJson.read(body);
        }
        if (status == 401 || status == 403) {
            // Not an error of the client, so it is not passed on as one.
            throw new ProblemException(
                    502,
                    "Instance refused",
                    address
                            + " rejects the credential of this instance. admin.token must be the same for all instances,"
                            + " and their clocks may differ by " + PeerCredential.HOLDS.toMinutes()
                            + " minutes at most.");
        }
        String title = "Instance refused";
        String detail = address + " returned status " + status + " for " + path;
        try {
            JsonNode problem = AdminJson.read(body);
            title = problem.path("title").asText(title);
            detail = problem.path("detail").asText(detail);
        } catch (IOException e) {
            // Not a problem document: the status must be enough.
        }
        throw new ProblemException(status >= 400 ? status : 502, title, detail);
    }

    /** The body of a response, up to a maximum size. */
    static final class BoundedBody implements BodySubscriber<byte[]> {

        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final CompletableFuture<byte[]> body = new CompletableFuture<>();
        private Flow.@Nullable Subscription subscription;

        BoundedBody(int most) {
            this.most = most;
        }

        @Override
        public CompletionStage<byte[]> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription = given;
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(List<ByteBuffer> parts) {
            for (ByteBuffer part : parts) {
                if (bytes.size() + part.remaining() > most) {
                    if (subscription != null) {
                        subscription.cancel();
                    }
                    body.completeExceptionally(new IOException("the response has more than " + most + " bytes"));
                    return;
                }
                byte[] copy = new byte[part.remaining()];
                part.get(copy);
                bytes.writeBytes(copy);
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toByteArray());
        }
    }

    /**
     * The trust store for connections to other instances: certificates in the own key store, and certificates signed by those.
     * Instances that share a key store, or whose stores contain the chain up to their common authority, need no more settings. The
     * name in the certificate must be the advertised one.
     */
    static final class PeerTrust {

        private PeerTrust() {}

        /** Null without TLS. */
        static @Nullable SSLContext of(AdminSettings.Tls tls) {
            if (tls.keyStore() == null) {
                return null;
            }
            String password = tls.keyStorePassword();
            try (InputStream file = Files.newInputStream(tls.keyStore())) {
                KeyStore own = KeyStore.getInstance(tls.keyStoreType());
                own.load(file, password == null ? null : password.toCharArray());
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(certificatesOf(own));
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, trust.getTrustManagers(), null);
                return context;
            } catch (IOException | GeneralSecurityException e) {
                throw new IllegalArgumentException(
                        "admin.tls.key-store: " + tls.keyStore() + " cannot be read as " + tls.keyStoreType() + ": "
                                + e.getMessage(),
                        e);
            }
        }

        private static KeyStore certificatesOf(KeyStore own) throws IOException, GeneralSecurityException {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (String alias : Collections.list(own.aliases())) {
                Certificate[] chain = own.getCertificateChain(alias);
                Certificate[] certificates = chain == null ? new Certificate[] {own.getCertificate(alias)} : chain;
                for (int i = 0; i < certificates.length; i++) {
                    trusted.setCertificateEntry(alias + "-" + i, certificates[i]);
                }
            }
            return trusted;
        }
    }
}
