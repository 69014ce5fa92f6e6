package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.config.Environment;
import dev.hapax.config.SettingsFile;
import dev.hapax.described.Described;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.live.Watcher;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignCheck;
import dev.hapax.operations.campaign.CampaignFindings;
import dev.hapax.operations.campaign.CampaignLoad;
import dev.hapax.operations.campaign.CampaignView;
import dev.hapax.operations.campaign.RecipientFile;
import dev.hapax.operations.delivery.LedgerView;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Campaigns over HTTP, by people with tokens: a real broker, and an instance as a process of its own. Nothing is sent. */
@Timeout(300)
class CampaignApiIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "campaigns";
    private static final String SHARED = "the-shared-admin-token";
    private static final int TWO_APPROVERS_ABOVE = 3;

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

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static KafkaClients clients;

    @BeforeAll
    static void start() throws Exception {
        Path key = BROKER.folder().resolve("campaigns.pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", 9,
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        config = new ApplicationConfig(
                        NAME, BROKER.bootstrapServers(), BROKER.folder().resolve("state-campaigns"))
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
                .set(
                        "delivery",
                        "channels",
                        Map.of(
                                "mail",
                                Map.of("smtp", smtp),
                                "hooks",
                                Map.of("http", Map.of("allow", List.of("hooks.example.com")))))
                .set("campaign", "two-approvers-above", TWO_APPROVERS_ABOVE)
                .set(
                        "campaign",
                        "unsubscribe",
                        Map.of("url", "https://lists.example.com/u", "secret", "0123456789abcdef0123456789abcdef"))
                .write(BROKER.folder().resolve("campaigns.yaml"));
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
        clients = new KafkaClients(SettingsFile.read(config, Environment.ofProcess()));
        instance = HapaxProcess.start(BROKER.folder().resolve("campaigns.log"), "run", "-c", config.toString());
        Pattern address = Pattern.compile("Dashboard, API and metrics: (http://[0-9.:]+)/");
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            Matcher found = address.matcher(instance.printed());
            url = found.find() ? found.group(1) : "";
            return !url.isEmpty() && get("/health/ready").statusCode() == 200;
        });
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

    private static HttpRequest request(String who, String path, String body, String... headers) throws IOException {
        String token =
                who.equals("shared") ? SHARED : Files.readString(tokenFile(who)).strip();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .POST(BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token);
        return (headers.length == 0 ? request : request.headers(headers)).build();
    }

    private static HttpResponse<String> post(String who, String path, String body, String... headers) throws Exception {
        HttpResponse<String> answer = CLIENT.send(request(who, path, body, headers), BodyHandlers.ofString());
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

    private static String one(String id) {
        return "/api/campaigns/" + id;
    }

    private static JsonNode campaign(String id) throws Exception {
        return done(get(one(id)), 200);
    }

    private static String definition(String id, String more) {
        return "{\"id\":\"" + id + "\",\"channel\":\"mail\",\"subject\":\"News for {{name}}\","
                + "\"text\":\"Hello {{name}}. Opt out: {{unsubscribe}}\",\"html\":\"<b>Hello {{name}}</b>\"" + more
                + "}";
    }

    private static String reason(String reason) {
        return "{\"reason\":\"" + reason + "\"}";
    }

    /** Of what is on the screen of whoever approves. */
    private static String seen(String id) throws Exception {
        JsonNode now = campaign(id);
        return "{\"sha256\":\"" + now.path("sha256").asText() + "\",\"recipients\":" + now.path("unapproved") + "}";
    }

    private static CampaignLoad.Result load(String id, String... lines) throws Exception {
        Path file = BROKER.folder().resolve(id + ".csv");
        Files.writeString(file, "id,address,name\n" + String.join("\n", lines) + "\n");
        try (CampaignView view = new CampaignView(clients)) {
            return new CampaignLoad(clients, view, BROKER.folder())
                    .load(id, RecipientFile.of(file.toString()), "ann", Progress.UNSEEN);
        }
    }

    private static String[] recipients(int count) {
        return Stream.iterate(1, i -> i + 1)
                .limit(count)
                .map(i -> "s" + i + ",u" + i + "@example.org,Name " + i)
                .toArray(String[]::new);
    }

    /** Ready to start. */
    private static void approved(String id, int recipients) throws Exception {
        done(post("ann", "/api/campaigns", definition(id, "")), 201);
        assertThat(load(id, recipients(recipients)).isComplete()).isTrue();
        assertThat(done(post("bob", one(id) + "/approve", seen(id)), 200)
                        .path("status")
                        .asText())
                .isEqualTo("APPROVED");
    }

    private static int sum(JsonNode states) {
        int sum = 0;
        for (JsonNode count : states) {
            sum += count.asInt();
        }
        return sum;
    }

    /** The states of its deliveries, counted one by one. */
    private static Map<String, Integer> counted(String id) throws Exception {
        Map<String, Integer> states = new TreeMap<>();
        for (JsonNode item :
                done(get("/api/deliveries?limit=500&campaign=" + id), 200).path("items")) {
            states.merge(item.path("state").asText(), 1, Integer::sum);
        }
        return states;
    }

    private static void assertCountsAddUp(String id, int recipients) {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            JsonNode now = campaign(id);
            assertThat(now.path("recipients").asInt()).isEqualTo(recipients);
            assertThat(sum(now.path("states"))).isEqualTo(recipients);
            Map<String, Integer> states = new TreeMap<>();
            now.path("states")
                    .properties()
                    .forEach(
                            state -> states.put(state.getKey(), state.getValue().asInt()));
            assertThat(states).isEqualTo(counted(id));
        });
    }

    private static List<String> history(String id) throws Exception {
        List<String> history = new ArrayList<>();
        campaign(id)
                .path("history")
                .forEach(entry -> history.add(
                        entry.path("what").asText() + " by " + entry.path("by").asText()));
        return history;
    }

    @Test
    void shouldTakeACampaignFromItsDefinitionToItsEndByThePeopleWhoMay() throws Exception {
        String id = "spring-2027";
        try (Watcher watcher = Watcher.of(CLIENT, URI.create(url), null)) {
            watcher.await1("hello", hello -> true);
            createAndLoad(id);
            approveByTwo(id);
            startPauseResumeAndCancel(id);

            for (String status : List.of("DRAFT", "APPROVED", "RUNNING", "PAUSED", "CANCELLED")) {
                watcher.await1(
                        "campaign",
                        event -> event.path("id").asText().equals(id)
                                && event.path("status").asText().equals(status));
            }
        }
        assertThat(instance.printed())
                .contains("campaign create: done", "campaign create: already", "campaign approve: refused")
                .contains("campaign pause: done")
                .doesNotContain(SHARED);
    }

    private void createAndLoad(String id) throws Exception {
        for (String who : List.of("eve", "cyd")) {
            assertThat(refused(post(who, "/api/campaigns", definition(id, "")), 403))
                    .contains("operator");
        }
        assertThat(refused(post("shared", "/api/campaigns", definition(id, ""), "Hapax-Actor", "rule:a"), 400))
                .contains("Hapax-Actor");
        JsonNode created = done(post("ann", "/api/campaigns", definition(id, "")), 201);
        assertThat(created.path("status").asText()).isEqualTo("DRAFT");
        assertThat(created.path("createdBy").asText()).isEqualTo("ann");
        assertThat(done(post("bob", "/api/campaigns", definition(id, "")), 200)
                        .path("createdBy")
                        .asText())
                .isEqualTo("ann");
        assertThat(refused(post("ann", "/api/campaigns", definition(id, ",\"rate\":\"5/s\"")), 409))
                .contains(id, "other content");
        assertThat(refused(get(one(id) + "/preview"), 404)).contains("no recipients yet", "hapax campaign load");
        assertThat(refused(post("bob", one(id) + "/approve", seen(id)), 409)).contains("hapax campaign load " + id);

        CampaignLoad.Result loaded = load(
                id,
                "s1,u1@example.org,Ann",
                "s2,u2@example.org,<b>Bob</b>",
                "s3,u3@example.org,Cyd",
                "s4,u4@example.net,Dan",
                "s5,U1@Example.org,Ann again");
        assertThat(loaded.added()).isEqualTo(5);
        assertThat(load(id, "s2,u2@example.org,<b>Bob</b>").added()).isZero();

        JsonNode shown = campaign(id);
        assertThat(shown.path("recipients").asInt()).isEqualTo(5);
        assertThat(shown.path("unapproved").asInt()).isEqualTo(4);
        assertThat(shown.path("duplicates").asInt()).isEqualTo(1);
        assertThat(shown.path("approversNeeded").asInt()).isEqualTo(2);
        JsonNode mail = done(get(one(id) + "/preview?recipient=s2"), 200);
        assertThat(mail.path("target").asText()).isEqualTo("u2@example.org");
        assertThat(mail.path("subject").asText()).isEqualTo("News for <b>Bob</b>");
        assertThat(mail.path("html").asText()).contains("Hello &lt;b&gt;Bob&lt;/b&gt;");
        assertThat(mail.path("text").asText()).contains("https://lists.example.com/u/");
        assertThat(done(get(one(id) + "/preview"), 200).path("recipient").asText())
                .isEqualTo("s1");
        assertThat(refused(get(one(id) + "/preview?recipient=nobody"), 404)).contains("no recipient nobody");
        assertThat(findings(id).findings())
                .extracting(CampaignFindings.Finding::kind)
                .contains("duplicate-address", "two-approvers")
                .doesNotContain("invalid", "refused", "definition");
        assertCountsAddUp(id, 5);
    }

    private static CampaignFindings findings(String id) {
        try (CampaignView view = new CampaignView(clients);
                LedgerView ledger = LedgerView.ofCampaign(clients, id, LedgerView.Listener.NONE)) {
            return new CampaignCheck(clients, Clock.systemUTC()).loaded(view.get(id), ledger, Progress.UNSEEN);
        }
    }

    private void approveByTwo(String id) throws Exception {
        assertThat(refused(post("ann", one(id) + "/start", "{}"), 409)).contains("DRAFT", "approved first");
        for (String who : List.of("eve", "ann", "shared")) {
            assertThat(refused(post(who, one(id) + "/approve", seen(id)), 403)).contains("approver");
            assertThat(refused(post(who, one(id) + "/reject", reason("no")), 403))
                    .contains("approver");
        }
        String sha256 = campaign(id).path("sha256").asText();
        assertThat(refused(post("bob", one(id) + "/approve", "{\"recipients\":4}"), 400))
                .contains("sha256: is required");
        assertThat(refused(post("bob", one(id) + "/approve", "{\"sha256\":\"" + sha256 + "\"}"), 400))
                .contains("recipients: is required");
        assertThat(refused(post("bob", one(id) + "/approve", "{\"sha256\":\"00\",\"recipients\":4}"), 409))
                .contains(sha256, "approve again");
        assertThat(refused(post("bob", one(id) + "/approve", "{\"sha256\":\"" + sha256 + "\",\"recipients\":5}"), 409))
                .contains("4 recipients to approve, not 5");
        assertThat(refused(post("bob", one(id) + "/approve", seen(id), "Hapax-Actor", "cyd"), 403))
                .contains("belongs to bob");

        JsonNode first = done(post("bob", one(id) + "/approve", seen(id)), 200);
        assertThat(first.path("status").asText()).isEqualTo("DRAFT");
        assertThat(first.at("/pendingBy/0").asText()).isEqualTo("bob");
        assertThat(first.path("command").asText())
                .isEqualTo("hapax campaign approve -c FILE spring-2027 --yes --as bob");
        assertThat(campaign(id).path("unapproved").asInt()).isEqualTo(4);
        assertThat(refused(post("bob", one(id) + "/approve", seen(id)), 409)).contains("another person");
        JsonNode second = done(post("cyd", one(id) + "/approve", seen(id)), 200);

        assertThat(second.path("status").asText()).isEqualTo("APPROVED");
        assertThat(second.path("approvedBy").toString()).isEqualTo("[\"bob\",\"cyd\"]");
        assertThat(campaign(id).path("unapproved").asInt()).isZero();
        assertCountsAddUp(id, 5);
        assertThat(counted(id)).containsEntry("CANCELLED", 1);
    }

    private void startPauseResumeAndCancel(String id) throws Exception {
        assertThat(refused(post("cyd", one(id) + "/start", "{}"), 403)).contains("operator");
        JsonNode started = done(post("ann", one(id) + "/start", reason("it is spring")), 200);
        assertThat(started.path("status").asText()).isEqualTo("RUNNING");
        assertThat(started.path("command").asText())
                .isEqualTo("hapax campaign start -c FILE spring-2027 --reason 'it is spring' --yes --as ann");
        await().atMost(Duration.ofSeconds(20)).until(() -> counted(id).getOrDefault("DUE", 0) == 4);

        assertThat(refused(post("ann", one(id) + "/pause", "{}"), 400)).contains("reason: is required");
        assertThat(refused(post("ann", one(id) + "/pause", reason("x".repeat(1001))), 400))
                .contains("reason: has 1001 characters");
        JsonNode paused = done(post("ann", one(id) + "/pause", reason("a <b>typo</b>")), 200);
        assertThat(paused.path("status").asText()).isEqualTo("PAUSED");
        assertThat(paused.path("lastDetail").asText()).isEqualTo("a <b>typo</b>");
        assertThat(paused.path("command").asText()).doesNotContain("--yes");
        JsonNode resumed = done(post("bob", one(id) + "/resume", "{}"), 200);
        assertThat(resumed.path("status").asText()).isEqualTo("RUNNING");

        // A wave that is loaded later needs an approval of its own.
        assertThat(load(id, "s6,u6@example.org,Fay").added()).isEqualTo(1);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> campaign(id).path("unapproved").asInt() == 1);
        assertThat(campaign(id).path("approversNeeded").asInt()).isEqualTo(1);
        assertThat(done(post("cyd", one(id) + "/approve", seen(id)), 200)
                        .path("status")
                        .asText())
                .isEqualTo("RUNNING");
        assertCountsAddUp(id, 6);

        JsonNode cancelled = done(post("bob", one(id) + "/cancel", reason("enough")), 200);
        assertThat(cancelled.path("status").asText()).isEqualTo("CANCELLED");
        assertThat(refused(post("ann", one(id) + "/resume", "{}"), 409)).contains(id, "CANCELLED", "bob");
        assertThat(refused(post("bob", one(id) + "/approve", seen(id)), 409)).contains("no recipient");
        assertThat(history(id))
                .contains(
                        "created by ann",
                        "approved, and needs another approver by bob",
                        "approved by cyd",
                        "started by ann",
                        "paused by ann",
                        "resumed by bob",
                        "cancelled by bob",
                        "resume refused by ann");
        assertCountsAddUp(id, 6);
        // What may be with a worker is no longer anybody's to take back; here nobody has it.
        assertThat(Set.of("CANCELLED", "DUE")).containsAll(counted(id).keySet());
    }

    @Test
    void shouldLetExactlyOneOfTwoWinWhoChangeItAtOnce() throws Exception {
        String id = "race";
        approved(id, 3);

        bothAtOnce(id, "start", "RUNNING", "start");
        for (int round = 0; round < 4; round++) {
            bothAtOnce(id, "pause", "PAUSED", "pause");
            bothAtOnce(id, "resume", "RUNNING", "resum");
        }
        bothAtOnce(id, "cancel", "CANCELLED", "cancel");

        assertThat(history(id).stream().filter(what -> what.contains(" refused by ")))
                .hasSize(10);
        assertCountsAddUp(id, 3);
    }

    /** The loser learns what the campaign is now, and who made it so. */
    private static void bothAtOnce(String id, String verb, String status, String stem) throws Exception {
        String body = reason("round of " + verb);
        Map<String, CompletableFuture<HttpResponse<String>>> asked = new TreeMap<>();
        for (String who : List.of("ann", "bob")) {
            asked.put(who, CLIENT.sendAsync(request(who, one(id) + "/" + verb, body), BodyHandlers.ofString()));
        }
        String winner = "";
        String told = "";
        for (Map.Entry<String, CompletableFuture<HttpResponse<String>>> one : asked.entrySet()) {
            HttpResponse<String> answer = one.getValue().join();
            DESCRIBED.check(answer);
            if (answer.statusCode() == 200) {
                assertThat(winner).as("two won: " + answer.body()).isEmpty();
                winner = one.getKey();
                assertThat(done(answer, 200).path("status").asText()).isEqualTo(status);
            } else {
                told = refused(answer, 409);
            }
        }
        assertThat(winner).isNotEmpty();
        assertThat(told).startsWith("The ledger refused to " + verb + " campaign " + id + ": it is " + status);
        assertThat(told).contains(stem, "by " + winner, "GET /api/campaigns/" + id);
        assertThat(campaign(id).path("status").asText()).isEqualTo(status);
    }

    @Test
    void shouldRejectACampaignSoThatItsIdIsNeverUsedAgain() throws Exception {
        done(post("ann", "/api/campaigns", definition("rejected", "")), 201);
        assertThat(load("rejected", recipients(2)).isComplete()).isTrue();
        assertThat(refused(post("cyd", one("rejected") + "/reject", "{}"), 400)).contains("reason: is required");
        assertThat(refused(post("cyd", one("rejected") + "/reject", "{\"reason\":\"x\",\"sha256\":\"00\"}"), 409))
                .contains("another definition");

        JsonNode rejected = done(post("cyd", one("rejected") + "/reject", reason("not like this")), 200);

        assertThat(rejected.path("status").asText()).isEqualTo("CANCELLED");
        assertThat(rejected.path("lastWhat").asText()).isEqualTo("rejected");
        assertThat(rejected.path("command").asText()).contains("--reason 'not like this' --yes --as cyd");
        assertThat(refused(post("ann", "/api/campaigns", definition("rejected", ",\"rate\":\"1/s\"")), 409))
                .contains("other content");
        assertThat(refused(post("bob", one("rejected") + "/approve", "{\"sha256\":\"00\",\"recipients\":2}"), 409))
                .isNotEmpty();
        await().atMost(Duration.ofSeconds(20)).until(() -> counted("rejected").equals(Map.of("CANCELLED", 2)));
    }

    @Test
    void shouldRefuseWhatCanNotBeSentAndNameTheFieldTheValueAndTheRemedy() throws Exception {
        String past = Instant.now().minus(Duration.ofDays(1)).toString();
        Map<String, List<String>> bad = Map.ofEntries(
                Map.entry(
                        "{}",
                        List.of("id: is missing", "channel: is missing", "subject: is missing", "text: is missing")),
                Map.entry(definition("a:b", ""), List.of("id: 'a:b'", "letters, digits")),
                Map.entry(definition("../etc", ""), List.of("id: '../etc'")),
                Map.entry(definition("b", "").replace("mail", "fax"), List.of("channel: 'fax'", "mail")),
                Map.entry(definition("b", "").replace("mail", "hooks"), List.of("channel: 'hooks'", "mail")),
                Map.entry(definition("b", ",\"colour\":1"), List.of("'colour'", "Known: ")),
                Map.entry(definition("b", ",\"text-file\":\"/etc/passwd\""), List.of("'text-file'", "Known: ")),
                Map.entry(definition("b", ",\"id\":\"c\""), List.of("field twice")),
                Map.entry(
                        definition("b", ",\"from\":\"x@evil.example\""),
                        List.of("from: ", "evil.example", "example.com")),
                Map.entry(definition("b", ",\"notBefore\":\"" + past + "\""), List.of("notBefore: " + past, "past")),
                Map.entry(definition("b", ",\"expires\":\"tomorrow\""), List.of("expires: 'tomorrow'", "2027-01-31")),
                Map.entry(definition("b", ",\"rate\":\"fast\""), List.of("rate: 'fast'")),
                Map.entry(definition("b", ",\"domainRate\":\"-1/s\""), List.of("domainRate: '-1/s'")),
                Map.entry(definition("b", ",\"dailyCap\":1.5"), List.of("dailyCap: ", "'1.5'")),
                Map.entry(definition("b", ",\"warmUp\":[1,\"x\"]"), List.of("warmUp: ", "'x'")),
                Map.entry(definition("b", ",\"pauseAbove\":7"), List.of("pauseAbove: ", "'7'")),
                Map.entry(definition("b", ",\"unsubscribe\":\"no\""), List.of("unsubscribe: ", "'no'")),
                Map.entry(
                        definition("b", ",\"quietHours\":{\"from\":\"25:00\",\"to\":\"07:00\",\"zone\":\"UTC\"}"),
                        List.of("quietHours", "25:00")),
                Map.entry(
                        definition("b", ",\"quietHours\":{\"from\":\"22:00\",\"until\":\"07:00\"}"),
                        List.of("quietHours.until", "quietHours.to: is missing")),
                Map.entry(definition("b", ",\"headers\":{\"x-my-id\":{}}"), List.of("headers.x-my-id: must be text")),
                Map.entry(definition("b", ",\"headers\":{\"X-A\":\"b\\r\\nBcc: all@example.org\"}"), List.of("X-A")),
                Map.entry(definition("b", ",\"headers\":{\"Bcc\":\"all@example.org\"}"), List.of("Bcc")),
                Map.entry(definition("b", "").replace("<b>Hello", "{{#if x}}<b>Hello"), List.of("html: ")));
        for (Map.Entry<String, List<String>> one : bad.entrySet()) {
            String detail = refused(post("ann", "/api/campaigns", one.getKey()), 400);
            assertThat(detail).as(one.getKey()).contains(one.getValue());
            assertThat(detail)
                    .as("words of the file, which the request does not know")
                    .doesNotContain(
                            "not-before", "text-file:", "html-file", "quiet-hours", "domain-rate", "pause-above");
        }
        String big = definition("b", "").replace("Hello", "A".repeat(900_000));
        assertThat(refused(post("ann", "/api/campaigns", big), 400)).contains("must have at most");
        String large = definition("b", "").replace("Hello", "A".repeat(10 << 20));
        assertThat(refused(post("ann", "/api/campaigns", large), 413)).contains("admin.max-request-bytes");
        assertThat(refused(post("ann", "/api/campaigns", "[]"), 400)).contains("JSON object");

        assertThat(refused(get(one("nowhere")), 404)).contains("nowhere", "GET /api/campaigns");
        for (String verb : List.of("start", "resume", "pause", "cancel")) {
            assertThat(refused(post("ann", one("nowhere") + "/" + verb, reason("x")), 404))
                    .contains("nowhere");
        }
        assertThat(refused(post("bob", one("nowhere") + "/approve", "{\"sha256\":\"00\",\"recipients\":1}"), 404))
                .contains("nowhere");
        for (String wrong : List.of("1.5", "\"4\"", "-1", "99999999999")) {
            assertThat(refused(
                            post(
                                    "bob",
                                    one("nowhere") + "/approve",
                                    "{\"sha256\":\"00\",\"recipients\":" + wrong + "}"),
                            400))
                    .contains("recipients: must be a whole number");
        }
        assertThat(refused(post("ann", one("nowhere") + "/start", "{}", "Origin", "https://evil.example"), 403))
                .contains("only from the dashboard");
        assertThat(get("/api/campaigns?q=evil").body()).doesNotContain("evil.example");
    }

    @Test
    void shouldListCampaignsInPagesAndByStatus() throws Exception {
        for (int i = 0; i < 5; i++) {
            done(post("ann", "/api/campaigns", definition("page-" + i, "").replace("News", "Letter " + i)), 201);
        }
        done(post("ann", one("page-4") + "/cancel", reason("no")), 200);

        List<String> seen = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = done(get("/api/campaigns?q=PAGE-&limit=2" + after), 200);
            assertThat(page.path("total").asInt()).isEqualTo(5);
            page.path("items").forEach(item -> seen.add(item.path("id").asText()));
            after = page.path("next").isNull()
                    ? ""
                    : "&after=" + page.path("next").asText();
        } while (!after.isEmpty());
        assertThat(seen).containsExactly("page-4", "page-3", "page-2", "page-1", "page-0");
        JsonNode cancelled = done(get("/api/campaigns?q=letter&status=CANCELLED,DONE"), 200);
        assertThat(cancelled.path("items")).hasSize(1);
        assertThat(cancelled.path("statuses").toString()).isEqualTo("{\"DRAFT\":4,\"CANCELLED\":1}");

        assertThat(refused(get("/api/campaigns?status=GONE"), 400)).contains("status: 'GONE'", "RUNNING");
        assertThat(refused(get("/api/campaigns?limit=0"), 400)).contains("limit: '0'");
        for (String token : List.of("x", "eCB5", "%00", "LTk5OTk5OTk5OTk5OTk5OTk5OTk5IGE")) {
            assertThat(refused(get("/api/campaigns?after=" + token), 400)).contains("after: is no token");
        }
        assertThat(refused(get("/api/campaigns?state=DRAFT"), 400)).contains("'state'", "Known: ");
        assertThat(refused(get(one("page-0") + "/preview?raw=1"), 400)).contains("'raw'");
        assertThat(refused(post("ann", one("page-0") + "/pause", "{\"reason\":\"x\",\"force\":true}"), 400))
                .contains("'force'");
    }
}
