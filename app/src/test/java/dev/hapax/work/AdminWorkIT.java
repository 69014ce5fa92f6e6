package dev.hapax.work;

import static dev.hapax.work.Api.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import dev.hapax.live.Watcher;
import dev.hapax.work.Api.Answer;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operators' work over HTTPS, on two instances that share the work. */
@Timeout(300)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AdminWorkIT {

    private static final String TOKEN = "correct-horse-battery-staple";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CARD = "4111222233334444";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final List<String> ANSWERS = Collections.synchronizedList(new ArrayList<>());
    private static final List<Api> APIS = new ArrayList<>();
    private static final List<Watcher> WATCHERS = new ArrayList<>();
    private static Application application;
    private static Certificate certificate;
    /** In this process, since that is sooner there. */
    private static Instance one;
    /** In one of its own, to be killed. */
    private static HapaxProcess two;

    @BeforeAll
    static void start() throws Exception {
        application = BROKER.application("work");
        certificate = Certificate.make(BROKER.folder().resolve("hapax.p12"));
        application.createTopics(config("one", 0));
        int port = freePort();
        two = application.start(config("two", port));
        one = InProcess.start(config("one", 0), BROKER.folder().resolve("one.yaml"));
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(5))
                .sslContext(certificate.trusting())
                .build();
        for (URI instance : List.of(one.address().orElseThrow(), URI.create("https://127.0.0.1:" + port + "/"))) {
            APIS.add(new Api(client, instance, ANSWERS));
        }
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            if (!two.isAlive()) {
                throw new AssertionError(two.printed());
            }
            for (Api api : APIS) {
                if (api.get("/health/ready").status() != 200) {
                    return false;
                }
            }
            return application.members().size() == 2
                    && application.members().values().stream().allMatch(partitions -> partitions > 0);
        });
        for (Api api : APIS) {
            api.collectEvents();
            WATCHERS.add(Watcher.of(client, URI.create("https://" + api.address()), null));
        }
    }

    private static ApplicationConfig config(String name, int port) {
        return application
                .config(name)
                .set("topics", "partitions", 4)
                .set("admin", "port", port)
                .set("admin", "token", TOKEN)
                .set("admin", "tls", certificate.settings())
                .set("admin", "mask", List.of("/card/number"))
                .source(application.input(), Map.of("namespace", "shop"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        WATCHERS.forEach(watcher -> ANSWERS.addAll(watcher.texts()));
        WATCHERS.forEach(Watcher::close);
        two.close();
        one.close();
        application.close();
        assertThat(ANSWERS)
                .anyMatch(line -> line.equals("event: quarantine"))
                .anyMatch(line -> line.equals("event: alert"))
                .anyMatch(line -> line.startsWith("{\"type\":\"quarantine\""))
                .noneMatch(answer -> answer.contains(CARD));
    }

    @Test
    void shouldTellAnAlertWithoutWhatItsReasonQuotesOfAMaskedField() throws Exception {
        application.send(new ProducerRecord<>(
                application.input(),
                Application.utf8("{\"id\":\"masked\",\"subject\":\"Payment failed for " + CARD
                        + "\",\"card\":{\"number\":\"" + CARD + "\"}}")));

        for (Watcher watcher : WATCHERS) {
            JsonNode alert = watcher.await1(
                    "alert", data -> data.path("identity").asText().equals("shop:masked"));
            assertThat(alert.path("reason").asText()).isEqualTo("Payment failed: ***");
        }
        for (String path : List.of("/api/alerts", "/api/decisions?identity=shop:masked")) {
            assertThat(APIS.get(0).get(path).text("/items/0/reason")).isEqualTo("Payment failed: ***");
        }
    }

    @Test
    void shouldAnswerForEveryKeyWhicheverInstanceIsAsked() throws Exception {
        long time = System.currentTimeMillis();
        List<String> ids = new ArrayList<>(List.of("a/b c?d%25", "ümlaut"));
        for (int i = 0; i < 8; i++) {
            ids.add("key" + i);
        }
        for (String id : ids) {
            application.send(id, "text", time);
        }
        Set<String> answered = new HashSet<>();
        for (String id : ids) {
            for (Api api : APIS) {
                String path = "/api/keys/" + encoded("shop:" + id);
                Answer why = await().atMost(PATIENCE)
                        .until(
                                () -> api.get(path),
                                answer -> answer.body().path("suppresses").asBoolean());
                assertThat(why.status()).isEqualTo(200);
                assertThat(why.text("/identity")).isEqualTo("shop:" + id);
                assertThat(why.text("/remembered/0/label")).isEqualTo("other");
                assertThat(why.text("/remembered/0/at/topic")).isEqualTo(application.input());
                assertThat(why.body().at("/remembered/0/secondsLeft").asLong()).isPositive();
                answered.add(why.text("/answeredBy"));
            }
        }
        assertThat(answered)
                .containsExactlyInAnyOrder(APIS.get(0).address(), APIS.get(1).address());
        for (Api api : APIS) {
            Answer unknown = api.get("/api/keys/key0");
            assertThat(unknown.body().path("suppresses").asBoolean()).isFalse();
            assertThat(unknown.text("/didYouMean/0")).isEqualTo("shop:key0");

            Answer list = api.get("/api/keys?namespace=shop&limit=500");
            List<String> listed = new ArrayList<>();
            list.body()
                    .path("items")
                    .forEach(item -> listed.add(item.path("identity").asText()));
            listed.removeIf(identity -> !identity.startsWith("shop:key"));
            assertThat(listed).hasSize(8).doesNotHaveDuplicates();
            assertThat(list.body().path("missing")).isEmpty();
            Answer page = api.get("/api/keys?limit=3");
            assertThat(page.body().path("items")).hasSize(3);
            assertThat(page.body().path("more").asBoolean()).isTrue();
            assertThat(api.get("/api/keys?namespace=ship").status()).isEqualTo(400);
        }
    }

    @Test
    void shouldForgetAKeyOnceTheTokenIsGiven() throws Exception {
        application.send("forgettable", "text", System.currentTimeMillis());
        application.send("forgettable", "text", System.currentTimeMillis());
        Api one = APIS.get(0);
        String path = "/api/keys/" + encoded("shop:forgettable");
        await().atMost(PATIENCE)
                .until(() -> one.get(path + "?suppressed=true")
                                .body()
                                .at("/suppressed/duplicates")
                                .asInt()
                        == 1);

        assertThat(one.post(path + "/forget", "{\"reason\":\"x\"}").status()).isEqualTo(401);
        assertThat(one.as("wrong-token-of-some-length", "ann")
                        .post(path + "/forget", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(401);
        assertThat(one.as(TOKEN, "ann").post(path + "/forget", "{}").status()).isEqualTo(400);
        assertThat(one.get(path).body().path("suppresses").asBoolean()).isTrue();

        Answer forgotten = one.as(TOKEN, "ann").post(path + "/forget", "{\"reason\":\"by mistake\"}");

        assertThat(forgotten.status()).isEqualTo(200);
        assertThat(forgotten.text("/state")).isEqualTo("forgotten");
        assertThat(forgotten.body().path("entries").asInt()).isEqualTo(1);
        for (Api api : APIS) {
            Answer why = api.get(path + "?suppressed=true");
            assertThat(why.body().path("suppresses").asBoolean()).isFalse();
            assertThat(why.text("/commands/0/actor")).isEqualTo("ann");
        }
    }

    @Test
    void shouldWorkOnCasesAsOnTheCommandLine() throws Exception {
        String subject = "<script>alert(1)</script>";
        String first = poison("{\"subject\":\"" + subject + "\",\"card\":{\"number\":\"" + CARD + "\"}}");
        String second = poison("{\"subject\":\"two\",\"card\":{\"number\":\"" + CARD + "\"}}");
        String broken = poison("{broken " + CARD);
        Api ann = APIS.get(0).as(TOKEN, "ann");
        Api bob = APIS.get(1).as(TOKEN, "bob");
        awaitCases(ann, 3);

        Answer page = ann.get("/api/quarantine?limit=2");
        Answer next = bob.get("/api/quarantine?limit=2&before=" + encoded(page.text("/next")));
        assertThat(page.body().path("items")).hasSize(2);
        assertThat(next.body().path("items")).hasSize(1);
        assertThat(next.body().path("next").isNull()).isTrue();
        assertThat(ann.get("/api/quarantine?reason=UNREADABLE").text("/items/0/case"))
                .isEqualTo(broken);
        Answer groups = ann.get("/api/quarantine/groups?by=reason");
        assertThat(groups.body().path("groups")).hasSize(2);
        assertThat(groups.body().at("/groups/0/count").asInt()).isEqualTo(2);

        Answer shown = ann.get(at(first));
        assertThat(shown.response().headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/json");
        assertThat(shown.text("/reason")).isEqualTo("NO_IDENTITY");
        assertThat(shown.text("/payload")).contains(subject, "***");
        assertThat(shown.body().path("value").isNull()).isTrue();
        assertThat(shown.text("/commands/replay")).contains("hapax quarantine replay", first);
        assertThat(ann.get(at(broken)).body().path("payload").isNull()).isTrue();

        assertThat(ann.post(at(first) + "/assign", "{\"owner\":\"ann\"}").text("/kind"))
                .isEqualTo("DONE");
        assertThat(ann.post(at(first) + "/assign", "{\"owner\":\"ann\"}").text("/kind"))
                .isEqualTo("ALREADY");
        assertThat(bob.post(at(first) + "/note", "{\"text\":\"asked them\"}").status())
                .isEqualTo(200);
        assertThat(ann.get("/api/quarantine?owner=ann").text("/items/0/case")).isEqualTo(first);
        Answer futile = ann.post(at(first) + "/replay", "{}");
        assertThat(futile.status()).isEqualTo(409);
        assertThat(futile.text("/detail")).contains("would be quarantined again as NO_IDENTITY");
        assertThat(futile.response().headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/problem+json");

        Answer edited = ann.post(at(first) + "/edit", "{\"reason\":\"it had no id\",\"patch\":{\"id\":\"mended\"}}");
        assertThat(edited.text("/said")).contains("edited and replayed as shop:mended");
        assertThat(edited.text("/command")).contains("--patch '{\"id\":\"mended\"}'", "--as ann");
        Answer late = bob.post(at(first) + "/drop", "{\"reason\":\"spam\"}");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.text("/detail")).contains("is replayed already", "edited by ann");

        assertThat(bob.post(at(second) + "/drop", "{}").status()).isEqualTo(400);
        assertThat(bob.post(at(second) + "/drop", "{\"reason\":\"spam\"}").text("/kind"))
                .isEqualTo("DONE");
        assertThat(bob.post(at(second) + "/drop", "{\"reason\":\"spam\"}").text("/kind"))
                .isEqualTo("ALREADY");
        Answer beaten = ann.post(at(second) + "/drop", "{\"reason\":\"mine\"}");
        assertThat(beaten.status()).isEqualTo(409);
        assertThat(beaten.text("/detail")).contains("dropped by bob");

        String third = poison("{\"subject\":\"three\"}");
        awaitCases(ann, 2);
        Api somebody = APIS.get(0).as(TOKEN, null);
        assertThat(somebody.post(at(third) + "/drop", "{\"reason\":\"spam\"}").status())
                .isEqualTo(200);
        Answer somebodyElse = somebody.post(at(third) + "/drop", "{\"reason\":\"spam\"}");
        assertThat(somebodyElse.status()).isEqualTo(409);
        assertThat(somebodyElse.text("/detail")).contains("dropped by api");

        JsonNode history = ann.get(at(first)).body().path("history");
        assertThat(history).hasSize(3);
        assertThat(history.at("/2/actor").asText()).isEqualTo("ann");
        String mended = Base64.getEncoder().encodeToString("{\"id\":\"whole\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(bob.post(at(broken) + "/edit", "{\"reason\":\"mended\",\"value\":\"" + mended + "\"}")
                        .status())
                .isEqualTo(200);
        await().atMost(PATIENCE)
                .until(() -> bob.get("/api/keys/shop:whole")
                                .body()
                                .path("suppresses")
                                .asBoolean()
                        && bob.get("/api/keys/shop:mended")
                                .body()
                                .path("suppresses")
                                .asBoolean());
    }

    @Test
    void shouldSayWhatIsWrongWithARequest() throws Exception {
        Api api = APIS.get(0);
        Api ann = api.as(TOKEN, "ann");
        String unknown = "/api/quarantine/" + encoded(application.input() + "-0@999999");

        assertThat(api.get(unknown).status()).isEqualTo(404);
        assertThat(api.get("/api/quarantine/nonsense").text("/detail")).contains("topic-partition@offset");
        assertThat(api.get("/api/quarantine?reason=BAD").text("/detail")).startsWith("reason: there is no 'BAD'");
        assertThat(api.get("/api/quarantine?limit=many").status()).isEqualTo(400);
        assertThat(api.post(unknown + "/replay", "{}").status()).isEqualTo(401);
        assertThat(ann.post(unknown + "/replay", "{}").status()).isEqualTo(404);
        assertThat(ann.post(unknown + "/replay", "{\"raeson\":\"x\"}").text("/detail"))
                .contains("'raeson'");
        assertThat(ann.post(unknown + "/replay", "{nonsense").status()).isEqualTo(400);
        assertThat(api.get("/api/replays/r64").status()).isEqualTo(404);
        assertThat(api.post("/api/replays", "{}").status()).isEqualTo(401);
        assertThat(ann.post("/api/replays", "{\"topic\":\"work.in\"}").text("/detail"))
                .contains("earliest");
        assertThat(ann.post("/api/replays", "{\"topic\":\"other\",\"from\":0}").text("/detail"))
                .contains("no source reads topic other");
    }

    @Test
    void shouldGiveMessagesAgain() throws Exception {
        long time = System.currentTimeMillis();
        RecordMetadata sent = application.send("again", "text", time);
        Api one = APIS.get(0);
        Api ann = one.as(TOKEN, "ann");
        String key = "/api/keys/shop:again";
        await().atMost(PATIENCE)
                .until(() -> one.get(key).body().path("suppresses").asBoolean());
        String what = "{\"topic\":\"" + application.input() + "\",\"from\":\"" + sent.partition() + ":" + sent.offset()
                + "\",\"to\":\"" + sent.partition() + ":" + (sent.offset() + 1) + "\",\"reason\":\"a test\"";

        Answer forecast = ann.post("/api/replays", what + "}");
        assertThat(forecast.status()).isEqualTo(200);
        assertThat(forecast.body().path("dryRun").asBoolean()).isTrue();
        assertThat(forecast.body().path("admitted").asInt()).isEqualTo(1);
        assertThat(one.get(key).body().path("remembered")).hasSize(1);

        Answer begun = ann.post("/api/replays", what + ",\"execute\":true}");
        assertThat(begun.status()).isEqualTo(202);
        String id = begun.text("/id");
        await().atMost(PATIENCE)
                .until(() -> one.get("/api/replays/" + id).text("/state").equals("done"));
        assertThat(one.get("/api/replays/" + id).body().path("given").asInt()).isEqualTo(1);
        assertThat(APIS.get(1).get("/api/replays").text("/items/0/id")).isEqualTo(id);
        await().atMost(PATIENCE)
                .until(() -> one.get(key).body().path("remembered").size() == 2);

        Answer resumed = ann.post("/api/replays/" + id + "/resume", "{}");
        assertThat(resumed.status()).isEqualTo(409);
        assertThat(resumed.text("/detail")).contains("is done");
        assertThat(ann.post("/api/replays/" + id + "/cancel", "").text("/state"))
                .isEqualTo("done");
    }

    @Test
    void shouldRunOneReplayAtATimeAndStopItWhenCancelled() throws Exception {
        for (int i = 0; i < 30; i++) {
            application.send("slow" + i, "text", System.currentTimeMillis());
        }
        Api ann = APIS.get(0).as(TOKEN, "ann");
        String what = "{\"topic\":\"" + application.input()
                + "\",\"from\":\"earliest\",\"where\":[\"identity=shop:slow*\"],\"rate\":1,\"execute\":true}";

        Answer begun = ann.post("/api/replays", what);
        assertThat(begun.status()).isEqualTo(202);
        String id = begun.text("/id");
        assertThat(ann.get("/api/replays/" + id).body().path("runsHere").asBoolean())
                .isTrue();
        Answer second = ann.post("/api/replays", what);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("/detail")).contains("runs replay " + id);

        // By the other instance: whoever runs it is stopped.
        Answer cancelled = APIS.get(1).as(TOKEN, "bob").post("/api/replays/" + id + "/cancel", "{}");
        assertThat(cancelled.text("/state")).isEqualTo("cancelled");
        assertThat(cancelled.text("/by")).isEqualTo("bob");
        await().atMost(PATIENCE)
                .until(() ->
                        !ann.get("/api/replays/" + id).body().path("runsHere").asBoolean());
    }

    /** Last: the others need both. */
    @Test
    @Order(Integer.MAX_VALUE)
    void shouldResumeAReplayWhoseInstanceWasKilled() throws Exception {
        int messages = 12;
        for (int i = 0; i < messages; i++) {
            application.send("killed" + i, "text", System.currentTimeMillis());
        }
        Api ann = APIS.get(0).as(TOKEN, "ann");
        Api bob = APIS.get(1).as(TOKEN, "bob");
        String id = bob.post(
                        "/api/replays",
                        "{\"topic\":\"" + application.input()
                                + "\",\"from\":\"earliest\",\"where\":[\"identity=shop:killed*\"],\"rate\":2,\"execute\":true}")
                .text("/id");
        await().atMost(PATIENCE)
                .until(() -> ann.get("/api/replays/" + id).body().path("given").asInt() > 0);

        String guardedByTwo = guardedBy(bob);

        two.kill();
        List<Integer> meanwhile = new ArrayList<>(List.of(ann.get(guardedByTwo).status()));
        Answer left = ann.get("/api/replays/" + id);
        assertThat(left.text("/state")).isEqualTo("open");
        assertThat(left.body().path("given").asInt()).isBetween(1, messages - 1);

        assertThat(ann.post("/api/replays/" + id + "/resume", "{\"rate\":1000}").status())
                .isEqualTo(202);
        await().atMost(PATIENCE)
                .until(() -> ann.get("/api/replays/" + id).text("/state").equals("done"));
        assertThat(ann.get("/api/replays/" + id).body().path("given").asInt()).isEqualTo(messages);
        for (int i = 0; i < messages; i++) {
            String path = "/api/decisions?identity=" + encoded("shop:killed" + i);
            await().atMost(PATIENCE)
                    .until(() -> ann.get(path).body().path("items").size() == 2);
        }
        await().atMost(PATIENCE).until(() -> {
            meanwhile.add(ann.get(guardedByTwo).status());
            return meanwhile.get(meanwhile.size() - 1) == 200;
        });
        // Who guarded it is gone; then nobody does; then the other.
        assertThat(meanwhile).startsWith(502).isSubsetOf(502, 503, 200);
    }

    /** The path of a key that this instance answers for. */
    private static String guardedBy(Api api) throws Exception {
        for (int i = 0; i < 12; i++) {
            String path = "/api/keys/shop:killed" + i;
            if (api.get(path).text("/answeredBy").equals(api.address())) {
                return path;
            }
        }
        throw new AssertionError(api.address() + " guards none of twelve keys");
    }

    private static String at(String id) {
        return "/api/quarantine/" + encoded(id);
    }

    private static String poison(String value) throws Exception {
        RecordMetadata sent = application.send(new ProducerRecord<>(application.input(), Application.utf8(value)));
        return sent.topic() + "-" + sent.partition() + "@" + sent.offset();
    }

    private static void awaitCases(Api api, int count) {
        await().atMost(PATIENCE)
                .until(() -> api.get("/api/quarantine").body().path("items").size() == count);
    }
}
