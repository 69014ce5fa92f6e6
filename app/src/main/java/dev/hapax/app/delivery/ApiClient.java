package dev.hapax.app.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.HttpPeers;
import dev.hapax.app.FailedException;
import dev.hapax.config.AdminSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Calls the API of an instance, with a user's token if there is one, which appears in no message. */
public final class ApiClient {

    private static final Duration CONNECT = Duration.ofSeconds(10);
    /** Longer than an instance waits for the ledger. */
    private static final Duration ANSWER = Duration.ofSeconds(60);

    private static final ObjectMapper JSON = new ObjectMapper();

    private final URI address;
    private final @Nullable String token;
    private final HttpClient client;

    ApiClient(URI address, @Nullable String token, AdminSettings.Tls tls) {
        this.address = address;
        this.token = token;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
        SSLContext trusted = HttpPeers.trust(tls);
        this.client =
                trusted == null ? builder.build() : builder.sslContext(trusted).build();
    }

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    public static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public JsonNode get(String path) {
        return send(path, request(path).GET());
    }

    public JsonNode post(String path, ObjectNode body) {
        return send(path, request(path).POST(BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder request(String path) {
        String base = address.toString().replaceFirst("/+$", "");
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                    .timeout(ANSWER)
                    .header("Content-Type", "application/json");
            return token == null ? request : request.header("Authorization", "Bearer " + token);
        } catch (IllegalArgumentException e) {
            // The message of the client quotes the header.
            throw new FailedException("the token or the address is not usable in a request: a token has visible ASCII"
                    + " characters only");
        }
    }

    private JsonNode send(String path, HttpRequest.Builder request) {
        HttpResponse<byte[]> response;
        try {
            response = client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new FailedException(
                    "no instance answers at " + address + " (" + e
                            + "). Check that it runs, or name another with --url.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted; whether the change was made is not known", e);
        }
        JsonNode json;
        try {
            json = JSON.readTree(response.body());
        } catch (IOException e) {
            throw new FailedException(address + path + " answered " + response.statusCode() + " without JSON", e);
        }
        if (response.statusCode() == 401) {
            throw new FailedException(address + " does not accept "
                    + (token == null ? "requests without a token" : "this token")
                    + ". Use the one that 'hapax admin token' printed, with its SHA-256 in admin.users. (401)");
        }
        if (response.statusCode() >= 300) {
            throw new FailedException(json.path("detail").asText(address + path + " answered " + response.statusCode())
                    + " (" + response.statusCode() + ")");
        }
        return json;
    }
}
