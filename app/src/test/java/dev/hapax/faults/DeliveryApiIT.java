package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.SigningKey;
import dev.hapax.described.Described;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Deliveries over HTTP, by people with tokens: a real broker, and an instance as a process of its own. Nothing is sent. */
@Timeout(300)
class DeliveryApiIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "people";
    private static final String SHARED = "the-shared-admin-token";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Described DESCRIBED = new Described();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Path config;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static HapaxProcess instance;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static String url;

    @BeforeAll
    static void start() throws Exception {
        Path key = BROKER.folder().resolve("people.pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", 9,
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        config = new ApplicationConfig(
                        NAME, BROKER.bootstrapServers(), BROKER.folder().resolve("state-people"))
                .set("topics", "partitions", 2)
                .set("admin", "token", SHARED)
                .set(
                        "admin",
                        "users",
                        List.of(
                                user("ann", "operator"),
                                user("bob", "operator", "approver"),
                                user("cyd", "approver"),
                                user("eve", "viewer")))
                .set("delivery", "signing-key", key.toString())
                .set("delivery", "four-eyes", true)
                .set("delivery", "hash-suppressions", true)
                .set("delivery", "max-artifact-bytes", "256KiB")
                .set(
                        "delivery",
                        "channels",
                        Map.of(
                                "mail",
                                Map.of("smtp", smtp),
                                "hooks",
                                Map.of("http", Map.of("allow", List.of("hooks.example.com")))))
                .write(BROKER.folder().resolve("people.yaml"));
        assertThat(Typed.hapax(
                                "topics",
                                "create",
                                "--replication-factor",
                                "1",
                                "--with-sources",
                                "-c",
                                config.toString())
                        .exitCode())
                .isZero();
        instance = HapaxProcess.start(BROKER.folder().resolve("people.log"), "run", "-c", config.toString());
        Pattern address = Pattern.compile("Dashboard, API and metrics: (http://[0-9.:]+)/");
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            Matcher found = address.matcher(instance.printed());
            url = found.find() ? found.group(1) : "";
            return !url.isEmpty() && get("/health/ready").statusCode() == 200;
        });
    }

    /** So that an approved delivery is not due yet. */
    private static String later() {
        return Instant.now().plus(Duration.ofDays(2)).toString();
    }

    @AfterAll
    static void stop() {
        instance.close();
    }

    /** A token that {@code hapax admin token} printed, in a file. */
    private static Map<String, Object> user(String name, String... roles) throws Exception {
        Typed made = Typed.hapax("admin", "token", name, "--roles", String.join(",", roles), "-o", "json");
        JsonNode user = JSON.readTree(made.out());
        Files.writeString(tokenFile(name), user.path("token").asText() + "\n");
        return Map.of("name", name, "token-sha256", user.path("tokenSha256").asText(), "roles", List.of(roles));
    }

    private static Path tokenFile(String name) {
        return BROKER.folder().resolve(name + ".token");
    }

    private static HttpResponse<String> get(String path) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
        DESCRIBED.check(answer);
        return answer;
    }

    private static HttpResponse<String> post(String who, String path, String body, String... headers) throws Exception {
        String token =
                who.equals("shared") ? SHARED : Files.readString(tokenFile(who)).strip();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .POST(BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token);
        HttpResponse<String> answer = CLIENT.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
        DESCRIBED.check(answer);
        return answer;
    }

    private static JsonNode done(HttpResponse<String> answer, int status) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return JSON.readTree(answer.body());
    }

    private static String refused(HttpResponse<String> answer, int status) throws Exception {
        return done(answer, status).path("detail").asText();
    }

    private static String mail(String id, String text, String more) {
        return "{\"id\":\"" + id + "\",\"channel\":\"mail\",\"target\":\"kim@example.org\",\"mail\":{\"subject\":"
                + "\"Grüße\",\"text\":\"" + text + "\",\"html\":\"<b>" + text + "</b>\"}" + more + "}";
    }

    private static String one(String id) {
        return "/api/deliveries/"
                + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static String sha256(String id) throws Exception {
        return done(get(one(id)), 200).path("sha256").asText();
    }

    private static String approve(String id) throws Exception {
        return "{\"sha256\":\"" + sha256(id) + "\",\"reason\":\"read\"}";
    }

    @Test
    void shouldTakeAnApprovalOnlyFromAnApproverAndOnlyOfTheContentThatWasShown() throws Exception {
        String id = "a/1 ü";
        JsonNode staged = done(post("ann", "/api/deliveries", mail(id, "hello", "")), 201);
        assertThat(staged.path("stagedBy").asText()).isEqualTo("ann");
        assertThat(staged.path("state").asText()).isEqualTo("AWAITING_APPROVAL");
        assertThat(done(post("ann", "/api/deliveries", mail(id, "hello", "")), 200)
                        .path("sha256"))
                .isEqualTo(staged.path("sha256"));
        assertThat(refused(post("ann", "/api/deliveries", mail(id, "other", "")), 409))
                .contains("other content");

        JsonNode list = done(get("/api/deliveries?state=AWAITING_APPROVAL&q=a/1&channel=mail&stagedBy=ann"), 200);
        assertThat(list.path("total").asInt()).isEqualTo(1);
        assertThat(list.at("/items/0/subject").asText()).isEqualTo("Grüße");
        assertThat(list.at("/states/AWAITING_APPROVAL").asInt()).isEqualTo(1);
        JsonNode message = done(get(one(id) + "/message"), 200);
        assertThat(message.path("html").asText()).contains("<b>hello</b>");
        assertThat(message.path("sha256")).isEqualTo(staged.path("sha256"));
        assertThat(refused(get("/api/deliveries/none/message"), 404)).contains("message");

        for (String who : List.of("shared", "ann", "eve")) {
            assertThat(refused(post(who, one(id) + "/approve", approve(id)), 403))
                    .contains("approver");
            assertThat(refused(post(who, one(id) + "/reject", "{\"reason\":\"no\"}"), 403))
                    .contains("approver");
        }
        assertThat(refused(post("cyd", one(id) + "/cancel", "{\"reason\":\"no\"}"), 403))
                .contains("operator");
        assertThat(refused(post("bob", one(id) + "/approve", approve(id), "Hapax-Actor", "cyd"), 403))
                .contains("belongs to bob");
        assertThat(refused(post("shared", "/api/deliveries", mail("x", "x", ""), "Hapax-Actor", "bob"), 403))
                .contains("bob is a user");
        assertThat(refused(post("shared", "/api/deliveries", mail("x", "x", ""), "Hapax-Actor", "rule:a"), 400))
                .contains("can't stage");
        assertThat(refused(post("bob", one(id) + "/approve", "{\"sha256\":\"00\"}"), 409))
                .contains("Look at it again");

        JsonNode approved = done(post("bob", one(id) + "/approve", approve(id)), 200);

        assertThat(approved.path("approvedBy").asText()).isEqualTo("bob");
        assertThat(approved.path("command").asText()).contains("hapax deliveries approve -c FILE", "--as bob");
        assertThat(refused(post("cyd", one(id) + "/approve", approve(id)), 409)).contains("it is ");
        assertThat(done(get(one(id)), 200).path("history").toString()).contains("approval refused", "cyd");
        String log = instance.printed();
        assertThat(log).contains("deliveries approve").doesNotContain(SHARED);
        for (String who : List.of("ann", "bob", "cyd", "eve")) {
            assertThat(log).doesNotContain(Files.readString(tokenFile(who)).strip());
        }
    }

    @Test
    void shouldRefuseAndRecordApprovalsOfOnesOwnOfEditedContentWithOldOrForeignSignatures() throws Exception {
        done(post("bob", "/api/deliveries", mail("own", "mine", "")), 201);
        assertThat(refused(post("bob", one("own") + "/approve", approve("own")), 409))
                .contains("bob staged it, and somebody else must approve it");

        String later = ",\"notBefore\":\"" + later() + "\"";
        done(post("ann", "/api/deliveries", mail("edited", "first", later)), 201);
        done(post("bob", one("edited") + "/approve", approve("edited")), 200);
        byte[] oldApproval = lastReview("edited");
        JsonNode before = done(get(one("edited")), 200);
        write("edited", before, "From: news@example.com\r\nSubject: x\r\n\r\nsecond\r\n", "mallory");
        await().atMost(Duration.ofSeconds(20))
                .until(() ->
                        done(get(one("edited")), 200).path("state").asText().equals("AWAITING_APPROVAL"));
        event("edited", oldApproval);
        assertRecorded("edited", "approval refused", "it is for other content");

        byte[] artifact = Base64.getDecoder().decode("RnJvbTogbmV3c0BleGFtcGxlLmNvbQ0KDQpoaQ0K");
        String same = "\"channel\":\"mail\",\"target\":\"kim@example.org\",\"artifact\":\""
                + Base64.getEncoder().encodeToString(artifact) + "\"" + later + "}";
        done(post("ann", "/api/deliveries", "{\"id\":\"s1\"," + same), 201);
        done(post("ann", "/api/deliveries", "{\"id\":\"s2\"," + same), 201);
        done(post("bob", one("s1") + "/approve", approve("s1")), 200);
        event("s2", lastReview("s1"));
        assertRecorded("s2", "approval refused", "its signature is wrong");

        long now = System.currentTimeMillis();
        SigningKey foreign = SigningKey.read(SigningKey.generate());
        Approval forged = new Approval(
                        true,
                        "bob",
                        DeliveryHeaders.sha256(artifact),
                        "kim@example.org",
                        now,
                        now + 60_000,
                        null,
                        null,
                        null)
                .signed("s2", foreign);
        event("s2", DeliveryFormat.write(new DeliveryEvent.Reviewed(forged)));
        assertRecorded("s2", "approval refused", "its key " + foreign.id() + " is unknown");
    }

    private static void assertRecorded(String id, String what, String detail) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            JsonNode delivery = done(get(one(id)), 200);
            assertThat(delivery.path("state").asText()).isEqualTo("AWAITING_APPROVAL");
            assertThat(delivery.path("history").toString()).contains(what, detail);
        });
    }

    /** The value of the last approval of a delivery in the events topic. */
    private static byte[] lastReview(String id) {
        List<byte[]> found = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers(), "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = List.of(
                    new TopicPartition(NAME + ".deliveries.events", 0),
                    new TopicPartition(NAME + ".deliveries.events", 1));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> {
                    if (new String(record.key(), StandardCharsets.UTF_8).equals(id)
                            && new String(record.value(), StandardCharsets.UTF_8).contains("\"reviewed\"")) {
                        found.add(record.value());
                    }
                });
                return !found.isEmpty();
            });
        }
        return found.get(found.size() - 1);
    }

    private static void event(String id, byte[] value) throws Exception {
        send(new ProducerRecord<>(NAME + ".deliveries.events", id.getBytes(StandardCharsets.UTF_8), value));
    }

    private static void write(String id, JsonNode before, String mail, String by) throws Exception {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                NAME + ".deliveries.events",
                id.getBytes(StandardCharsets.UTF_8),
                mail.getBytes(StandardCharsets.UTF_8));
        Map.of(
                        "hapax-channel", before.path("channel").asText(),
                        "hapax-target", before.path("target").asText(),
                        "hapax-staged-by", before.path("stagedBy").asText(),
                        "hapax-not-before", later(),
                        "hapax-edited-by", by)
                .forEach((name, text) -> record.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        send(record);
    }

    private static void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", BROKER.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    @Test
    void shouldRefuseWhatNoChannelCouldSendAndSayWhy() throws Exception {
        Map<String, String> bad = Map.ofEntries(
                Map.entry(mail("b", "x", "").replace("Grüße", "a\\r\\nBcc: all@example.org"), "control character"),
                Map.entry(mail("b", "x", "").replace("kim@", "kim\\r\\nRCPT@"), "control characters"),
                Map.entry(mail("b", "x", "").replace("kim@example.org", "kim"), "must be one address"),
                Map.entry(mail("b", "x", "").replace("kim@example.org", "kim@[10.0.0.1]"), "mail"),
                Map.entry(mail("b", "x", ",\"colour\":1"), "'colour'"),
                Map.entry(mail("b", "x", "").replace("\"subject\"", "\"bcc\":\"a@b.c\",\"subject\""), "'bcc'"),
                Map.entry(mail("b", "x", ",\"request\":{\"method\":\"GET\"}"), "one of artifact, mail and request"),
                Map.entry(mail("b", "x", ",\"score\":7"), "score"),
                Map.entry(mail("b", "x", ",\"expires\":\"soon\""), "expires"),
                Map.entry(mail("a\\u0000b", "x", ""), "id"),
                Map.entry(mail("..", "x", ""), "id"),
                Map.entry(mail("\\ud800", "x", ""), "id"),
                Map.entry(mail("i".repeat(513), "x", ""), "at most 512"),
                Map.entry(mail("b", "x".repeat(300_000), ""), "max-artifact-bytes"),
                Map.entry(
                        "{\"id\":\"b\",\"channel\":\"hooks\",\"target\":\"https://u:p@hooks.example.com/\",\"request\":{\"method\":\"POST\"}}",
                        "user or a password"),
                Map.entry(
                        "{\"id\":\"b\",\"channel\":\"hooks\",\"target\":\"https://10.0.0.1/\",\"request\":{\"method\":\"POST\"}}",
                        "hooks"),
                Map.entry(
                        "{\"id\":\"b\",\"channel\":\"hooks\",\"target\":\"https://hooks.example.com/\",\"request\":{\"method\":\"POST\",\"headers\":{\"a\":\"b\\r\\nc: d\"}}}",
                        "visible ASCII"),
                Map.entry("{\"id\":\"b\",\"channel\":\"fax\",\"target\":\"x\",\"artifact\":\"\"}", "no channel 'fax'"),
                Map.entry(
                        "{\"id\":\"b\",\"channel\":\"mail\",\"target\":\"a@example.org\",\"artifact\":\"%%\"}",
                        "Base64"));
        for (Map.Entry<String, String> one : bad.entrySet()) {
            assertThat(refused(post("ann", "/api/deliveries", one.getKey()), 400))
                    .as(one.getKey().substring(0, Math.min(200, one.getKey().length())))
                    .contains(one.getValue());
        }
        String large = "{\"id\":\"b\",\"channel\":\"mail\",\"target\":\"a@example.org\",\"artifact\":\""
                + "A".repeat(10 << 20) + "\"}";
        assertThat(refused(post("ann", "/api/deliveries", large), 413)).contains("admin.max-request-bytes");
        assertThat(done(get("/api/deliveries?q=b&state=SENT"), 200).path("items"))
                .isEmpty();
        assertThat(refused(get("/api/deliveries?after=x"), 400)).contains("after");
        assertThat(refused(get("/api/deliveries?state=GONE"), 400)).contains("state");

        String hook = "{\"id\":\"hook\",\"channel\":\"hooks\",\"target\":\"https://hooks.example.com/x\",\"request\":"
                + "{\"method\":\"POST\",\"headers\":{\"Authorization\":\"Bearer secret-7\"},\"body\":\"{}\"}}";
        done(post("ann", "/api/deliveries", hook), 201);
        JsonNode shown = done(get(one("hook") + "/message"), 200);
        assertThat(shown.path("kind").asText()).isEqualTo("http");
        assertThat(shown.toString()).contains("***").doesNotContain("secret-7");
        assertThat(done(get("/api/delivery"), 200).path("enabled").asBoolean()).isFalse();
    }

    @Test
    void shouldApproveAndCancelAllThatMatch() throws Exception {
        for (int i = 0; i < 12; i++) {
            done(
                    post(
                            "ann",
                            "/api/deliveries",
                            mail("bulk:" + i, "text " + i, ",\"notBefore\":\"" + later() + "\"")),
                    201);
        }
        done(post("bob", "/api/deliveries", mail("bulk:own", "mine", "")), 201);
        String filter = "{\"filter\":{\"q\":\"bulk:\",\"state\":\"AWAITING_APPROVAL\"}";

        JsonNode counted = done(post("bob", "/api/deliveries/approve", filter + "}"), 200);
        assertThat(counted.path("matching").asInt()).isEqualTo(13);
        assertThat(counted.path("done").asInt()).isZero();
        assertThat(refused(post("ann", "/api/deliveries/approve", filter + ",\"dryRun\":false}"), 403))
                .contains("approver");
        JsonNode approved = done(post("bob", "/api/deliveries/approve", filter + ",\"dryRun\":false}"), 200);

        assertThat(approved.path("done").asInt()).as(approved.toString()).isEqualTo(12);
        assertThat(approved.at("/refused/0/id").asText()).isEqualTo("bulk:own");
        List<String> seen = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done(get("/api/deliveries?q=bulk:&sort=newest&limit=5" + after), 200);
            page.path("items").forEach(item -> seen.add(item.path("id").asText()));
            after = page.path("next").isNull()
                    ? ""
                    : "&after=" + page.path("next").asText();
        } while (!after.isEmpty());
        assertThat(seen).hasSize(13).doesNotHaveDuplicates();
        JsonNode cancelled = done(
                post(
                        "shared",
                        "/api/deliveries/cancel",
                        "{\"filter\":{\"q\":\"bulk:\"},\"reason\":\"stop\",\"dryRun\":false}"),
                200);
        assertThat(cancelled.path("done").asInt()).isEqualTo(13);
        assertThat(refused(
                        post(
                                "ann",
                                one("bulk:1") + "/reconcile",
                                "{\"resolution\":\"SENT\",\"evidence\":\"250 in the log\"}"),
                        409))
                .contains("CANCELLED");
    }

    @Test
    void shouldKeepOptOutsAsHashes() throws Exception {
        JsonNode added =
                done(post("ann", "/api/suppressions", "{\"address\":\" Kim@EXAMPLE.net \",\"reason\":\"asked\"}"), 200);
        assertThat(added.path("address").asText()).startsWith("sha256:");
        Path file = Files.writeString(
                BROKER.folder().resolve("list.csv"),
                "name,address\nLee,LEE@example.net\n\"Doe, J\",\"j@münchen.example\"\nbroken,nowhere\n");
        Typed imported =
                Typed.hapax("suppressions", "import", file.toString(), "--reason", "old list", "-c", config.toString());
        assertThat(imported.exitCode()).isEqualTo(1);
        assertThat(imported.out()).contains("list.csv:4:", "2 of 3 addresses are suppressed");

        assertThat(done(get("/api/suppressions?q=lee@example.net"), 200)
                        .path("total")
                        .asInt())
                .isEqualTo(1);
        assertThat(done(get("/api/suppressions?limit=2"), 200).path("next").asText())
                .startsWith("sha256:");
        assertThat(get("/api/suppressions").body()).doesNotContain("example.net");
        done(post("ann", "/api/suppressions/remove", "{\"address\":\"kim@example.net\",\"reason\":\"back\"}"), 200);
        assertThat(refused(
                        post("ann", "/api/suppressions/remove", "{\"address\":\"kim@example.net\",\"reason\":\"x\"}"),
                        404))
                .contains("not suppressed");
        assertThat(refused(post("ann", "/api/suppressions", "{\"address\":\"nobody\",\"reason\":\"x\"}"), 400))
                .contains("must be an address");
        assertThat(refused(post("eve", "/api/suppressions", "{\"address\":\"a@b.c\",\"reason\":\"x\"}"), 403))
                .contains("operator");
    }

    @Test
    void shouldApproveFromTheCommandLineWithATokenOnly() throws Exception {
        Path json = Files.writeString(BROKER.folder().resolve("cli.json"), mail("cli", "from a file", ""));
        Typed staged = hapax("deliveries", "stage", "--json", json.toString(), "--as", "ann");
        assertThat(staged.exitCode()).as(staged.out() + staged.err()).isZero();

        Typed without = hapax("deliveries", "approve", "cli", "--url", url);
        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.err()).contains("HAPAX_TOKEN", "hapax admin token");
        Typed operator = hapax(
                "deliveries",
                "approve",
                "cli",
                "--url",
                url,
                "--token-file",
                tokenFile("ann").toString());
        assertThat(operator.exitCode()).isEqualTo(1);
        assertThat(operator.err()).contains("approver");
        Typed dry = hapax(
                "deliveries",
                "approve",
                "--text",
                "cli",
                "--url",
                url,
                "--token-file",
                tokenFile("cyd").toString());
        assertThat(dry.out()).contains("Dry run: 1 deliveries match");
        Typed approved = hapax(
                "deliveries",
                "approve",
                "cli",
                "--url",
                url,
                "--token-file",
                tokenFile("cyd").toString());
        assertThat(approved.exitCode()).as(approved.out() + approved.err()).isZero();
        assertThat(approved.out()).containsPattern("cli: (APPROVED|DUE)");

        Typed shown = hapax("deliveries", "show", "cli");
        assertThat(shown.out()).contains("cyd", "Subject: Grüße", "from a file");
        Typed listed = hapax("deliveries", "list", "--text", "cli");
        assertThat(listed.out()).contains("1 of 1 deliveries");
    }

    private static Typed hapax(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-c", config.toString()));
        return Typed.hapax(all.toArray(String[]::new));
    }
}
