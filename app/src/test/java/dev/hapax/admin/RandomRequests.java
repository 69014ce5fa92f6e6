package dev.hapax.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Requests to the API that are right in part and wrong in part, the same for the same seed. */
final class RandomRequests {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final List<String> READS = List.of(
            "/api/status",
            "/api/stats",
            "/api/topology",
            "/api/config",
            "/api/keys",
            "/api/keys/{}",
            "/api/alerts",
            "/api/decisions",
            "/api/quarantine",
            "/api/quarantine/groups",
            "/api/quarantine/{}",
            "/api/replays",
            "/api/replays/{}",
            "/api/openapi.json",
            "/{}");
    private static final List<String> WRITES = List.of(
            "/api/quarantine/{}/replay",
            "/api/quarantine/{}/edit",
            "/api/quarantine/{}/drop",
            "/api/quarantine/{}/assign",
            "/api/quarantine/{}/note",
            "/api/quarantine/replay",
            "/api/quarantine/drop",
            "/api/keys/{}/forget",
            "/api/replays",
            "/api/replays/{}/cancel",
            "/api/replays/{}/resume",
            "/api/sign-in");
    private static final List<String> QUERIES = List.of(
            "scope",
            "series",
            "limit",
            "before",
            "identity",
            "namespace",
            "suppressed",
            "local",
            "reason",
            "disposition",
            "source",
            "state",
            "owner",
            "since",
            "until",
            "by",
            "from",
            "nothing");
    private static final List<String> FIELDS = List.of(
            "reason",
            "force",
            "value",
            "patch",
            "timestamp",
            "owner",
            "text",
            "filter",
            "all",
            "execute",
            "topic",
            "from",
            "to",
            "rate",
            "partitions",
            "where",
            "suppressAlerts",
            "nothing");
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "-999999999-01-01T00:00:00Z",
            "+999999999-12-31T23:59:59.999999999Z",
            "1969-12-31T23:59:59Z",
            "2026-05-05T16:00:00Z",
            "now",
            "1h",
            "P999999999999999D",
            "PT-1S",
            "99999999999999999999",
            "-1",
            "0:0,1:99999999999",
            "NaN",
            "true",
            "null",
            "{\"a\":1}",
            "AAAA",
            "not base64!",
            "\u0000",
            "\uD83D\uDE00",
            "\uD800",
            "%2e%2e%2f",
            "'; drop table",
            "label=billing-failure",
            "open",
            "UNREADABLE",
            "earliest",
            "latest",
            "a-0@1",
            "a-99999999999@1",
            "-@",
            "x".repeat(5_000));

    private final Random random;
    private final URI instance;
    private final String token;
    private final List<String> names;

    /** @param names cases, topics and identities that there are */
    RandomRequests(long seed, URI instance, String token, List<String> names) {
        this.random = new Random(seed);
        this.instance = instance;
        this.token = token;
        this.names = names;
    }

    HttpRequest next() {
        boolean write = random.nextInt(3) > 0;
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        instance.resolve(path(any(write ? WRITES : READS)) + query(write ? 8 : 2)))
                .timeout(Duration.ofMinutes(2));
        if (random.nextInt(20) > 0) {
            request.header("Authorization", "Bearer " + token);
        }
        if (random.nextInt(3) == 0) {
            request.header("Hapax-Actor", random.nextInt(5) == 0 ? "a".repeat(200) : "fuzz");
        }
        if (random.nextInt(30) == 0) {
            return request.method(any(List.of("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")), BodyPublishers.noBody())
                    .build();
        }
        return write ? request.POST(BodyPublishers.ofString(body())).build() : request.build();
    }

    private String path(String template) {
        return template.replace(
                "{}", URLEncoder.encode(name(), StandardCharsets.UTF_8).replace("+", "%20"));
    }

    private String name() {
        return random.nextInt(3) > 0 ? any(names) : any(TEXTS);
    }

    private String query(int seldom) {
        StringBuilder query = new StringBuilder();
        while (random.nextInt(seldom) == 0) {
            query.append(query.isEmpty() ? '?' : '&')
                    .append(any(QUERIES))
                    .append('=')
                    .append(URLEncoder.encode(name(), StandardCharsets.UTF_8));
        }
        return query.toString();
    }

    private String body() {
        if (random.nextInt(20) == 0) {
            return any(List.of("", "{", "[]", "1", "\"x\"", "[".repeat(2_000), "{\"reason\":1,\"reason\":2}"));
        }
        ObjectNode body = NODES.objectNode();
        if (random.nextInt(5) > 0) {
            body.put("reason", "because");
        }
        int fields = random.nextInt(4);
        for (int i = 0; i < fields; i++) {
            body.set(any(FIELDS), value(0));
        }
        try {
            return JSON.writeValueAsString(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonNode value(int depth) {
        return switch (random.nextInt(depth > 3 ? 6 : 8)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(any(List.of(0L, -1L, 1L, Long.MAX_VALUE, Long.MIN_VALUE)));
            case 3 -> NODES.numberNode(1e300);
            case 4, 5 -> TextNode.valueOf(name());
            case 6 -> {
                ArrayNode array = NODES.arrayNode();
                int elements = random.nextInt(4);
                for (int i = 0; i < elements; i++) {
                    array.add(value(depth + 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                int members = random.nextInt(4);
                for (int i = 0; i < members; i++) {
                    object.set(random.nextBoolean() ? any(QUERIES) : any(FIELDS), value(depth + 1));
                }
                yield object;
            }
        };
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
