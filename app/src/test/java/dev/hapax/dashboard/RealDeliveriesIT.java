package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The views of deliveries and campaigns with nothing between them and the API of an instance: what a person decides there is what
 * the ledger has. The second test turns sending on.
 */
@EnabledIf("dev.hapax.dashboard.Browser#isInstalled")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(240)
class RealDeliveriesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String SHARED = "the-shared-token-of-this-test";
    private static final String CAMPAIGN = "spring-2027";
    private static final int RECIPIENTS = 60;
    /** Of these, one in ten. */
    private static final int REFUSED = 6;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static final Deque<AutoCloseable> STARTED = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static RefusingMailServer mailServer;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Browser browser;

    private static String url = "";
    private static String token = "";

    @BeforeAll
    static void start() throws Exception {
        JsonNode bob = JSON.readTree(Typed.hapax("admin", "token", "bob", "--roles", "operator,approver", "-o", "json")
                .out());
        token = bob.path("token").asText();
        Path key = BROKER.folder().resolve("page.pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        mailServer = ending(new RefusingMailServer());
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", mailServer.port(),
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        Application application = ending(new Application("page", BROKER.bootstrapServers(), BROKER.folder()));
        var config = application
                .config("page")
                .set("admin", "token", SHARED)
                .set(
                        "admin",
                        "users",
                        List.of(Map.of(
                                "name",
                                "bob",
                                "token-sha256",
                                bob.path("tokenSha256").asText(),
                                "roles",
                                List.of("operator", "approver"))))
                .set("delivery", "signing-key", key.toString())
                .set("delivery", "channels", Map.of("mail", Map.of("smtp", smtp)));
        application.createTopics(config);
        Instance instance = ending(InProcess.start(config, config()));
        browser = ending(new Browser(Path.of(System.getProperty("hapax.root"), "app", "target", "screenshots")));
        InProcess.awaitRunning(List.of(instance));
        url = instance.address().orElseThrow().toString();
        browser.awaitPage(url + "health/ready", "\"ready\"");
        // Of a page without an icon, which is none of the dashboard.
        browser.complaints();
    }

    private static <T extends AutoCloseable> T ending(T part) {
        STARTED.push(part);
        return part;
    }

    @AfterAll
    static void stop() throws Exception {
        while (!STARTED.isEmpty()) {
            STARTED.pop().close();
        }
    }

    private static Path config() {
        return BROKER.folder().resolve("page.yaml");
    }

    private static JsonNode get(String path) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static void create(String path, String body) throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .POST(BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + SHARED)
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private static void stage(String id, String subject, double score) throws Exception {
        create(
                "api/deliveries",
                "{\"id\":\"" + id + "\",\"channel\":\"mail\",\"target\":\"" + id + "@example.org\",\"score\":" + score
                        + ",\"mail\":{\"subject\":\"" + subject
                        + "\",\"text\":\"Dear Kim\",\"html\":\"<p>Dear <b>Kim</b></p>\"}}");
    }

    private static void awaitState(String id, String state) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(
                                get("api/deliveries/" + id).path("state").asText())
                        .isEqualTo(state));
    }

    /** As bob, who operates and approves. */
    private static void visit(String view) {
        browser.width(Browser.WIDE);
        browser.open(url + "#/" + view);
        browser.run("sessionStorage.setItem('hapax.token', arguments[0])", token);
        browser.run("sessionStorage.setItem('hapax.actor', 'bob')");
        browser.run("sessionStorage.setItem('hapax.roles', JSON.stringify(['operator', 'approver']))");
        browser.open("about:blank");
        browser.open(url + "#/" + view);
    }

    @Test
    @Order(1)
    void shouldShowApproveAndRejectWhatTheLedgerHas() throws Exception {
        stage("doubtful", "Is this right?", 0.1);
        stage("good", "Your invoice", 0.9);
        visit("deliveries");
        browser.awaitText("main .pane h2", "Is this right?");
        browser.awaitText("main .notice.warn", "sending was never enabled");
        browser.awaitText("main .decide", "Approve");
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(browser.textOfFrame("iframe.mail")).contains("Dear Kim"));
        assertThat(browser.violations()).isEmpty();

        browser.strike("r");
        browser.type("dialog [name=reason]", "it is not");
        browser.press("dialog", "Reject");
        browser.awaitText("dialog .notice.good", "doubtful is now REJECTED");
        browser.press("dialog", "Close");
        awaitState("doubtful", "REJECTED");

        browser.awaitText("main .pane h2", "Your invoice");
        // The page waits until a person can have seen what they approve.
        await().atMost(LONG).until(() -> {
            browser.strike("a");
            return !get("api/deliveries/good").path("state").asText().equals("AWAITING_APPROVAL");
        });
        browser.awaitText("main .notice.good", "good is now");
        JsonNode approved = get("api/deliveries/good");
        assertThat(approved.at("/approval/by").asText()).isEqualTo("bob");
        assertThat(approved.at("/approval/sha256")).isEqualTo(approved.path("sha256"));

        // Another client stages, and the page hears of it.
        stage("later", "One more", 0.5);
        browser.awaitText("main .queue", "later@example.org");
        browser.open(url + "#/deliveries/good");
        browser.awaitText("main", "approved");
        browser.awaitText("main", "bob");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(2)
    void shouldFollowACampaignFromItsDraftToItsLastMail() throws Exception {
        visit("campaigns");
        browser.awaitText("main", "No campaigns yet.");
        create(
                "api/campaigns",
                "{\"id\":\"" + CAMPAIGN + "\",\"channel\":\"mail\",\"subject\":\"<b>News</b> for {{name}}\","
                        + "\"text\":\"Dear {{name}}\",\"html\":\"<p>Dear {{name}}</p><script>parent.pwned = true</script>\","
                        + "\"unsubscribe\":false,\"rate\":\"10/s\",\"pauseAbove\":0.5}");
        // What the test before approved became due before anything could be sent.
        Typed enabled =
                Typed.hapax("delivery", "enable", "--strand-due", "--reason", "test", "-c", config().toString());
        assertThat(enabled.exitCode()).as(enabled.err()).isZero();
        Typed loaded = Typed.hapax("campaign", "load", CAMPAIGN, recipients().toString(), "-c", config().toString());
        assertThat(loaded.exitCode()).as(loaded.out() + loaded.err()).isZero();
        browser.awaitText("main tr[data-id='" + CAMPAIGN + "']", "0 of " + RECIPIENTS);

        try (HapaxProcess worker =
                HapaxProcess.start(BROKER.folder().resolve("worker.log"), "deliver", "-c", config().toString())) {
            browser.click("main tr[data-id='" + CAMPAIGN + "'] a");
            browser.run("window.notReloaded = true");
            approveAndStart();
            pauseAndResume();

            browser.awaitText("main .panel-head .badge", "DONE");
            browser.awaitText("main .progress-line", "100 % " + RECIPIENTS + " of " + RECIPIENTS);
            assertThat(worker.isAlive()).isTrue();
        }

        browser.awaitText("main", "Nothing can be done: it is DONE.");
        await().atMost(LONG).untilAsserted(() -> {
            assertThat(browser.text("main .states")).contains(54 + "\nSENT", REFUSED + "\nREFUSED", "60\ntogether");
            assertThat(browser.text("main")).contains("refused.example\n" + REFUSED, "550 5.1.1\n" + REFUSED);
        });
        for (int width : new int[] {400, 900, 1500}) {
            browser.width(width);
            browser.screenshot("real-campaign-" + width);
            assertThat(browser.overhang()).as("%d", width).isZero();
        }
        assertThat(browser.run("return window.notReloaded")).isEqualTo(true);
        assertThat(get("api/campaigns/" + CAMPAIGN).path("states").toString()).isEqualTo("{\"SENT\":54,\"REFUSED\":6}");
        assertThat(mailServer.accepted()).hasSize(RECIPIENTS - REFUSED).doesNotHaveDuplicates();

        browser.width(Browser.WIDE);
        browser.open(url + "#/deliveries/campaign%3A" + CAMPAIGN + "%3As10");
        browser.awaitText("main", RefusingMailServer.REFUSAL);
        assertThat(browser.run("return window.pwned === undefined")).isEqualTo(true);
        assertThat(browser.count("main script, main img")).isZero();
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    private static Path recipients() throws Exception {
        List<String> lines = new ArrayList<>(List.of("id,address,name"));
        for (int i = 1; i <= RECIPIENTS; i++) {
            String domain = i % 10 == 0 ? RefusingMailServer.REFUSED : "example.org";
            lines.add("s" + i + ",u" + i + "@" + domain + ",<i>Kim</i> " + i);
        }
        return Files.write(BROKER.folder().resolve("recipients.csv"), lines);
    }

    private static void approveAndStart() throws Exception {
        browser.awaitText("main .panel-head .badge", "DRAFT");
        await().atMost(LONG)
                .untilAsserted(
                        () -> assertThat(browser.textOfFrame("iframe.mail")).contains("Dear <i>Kim</i> 1"));
        assertThat(browser.violations()).isEmpty();
        act("Approve", "checked", "is now APPROVED, with " + RECIPIENTS + " recipients, approved by bob");
        assertThat(get("api/campaigns/" + CAMPAIGN).at("/approvals/0/by").asText())
                .isEqualTo("bob");
        act("Start", "", "is now RUNNING");
    }

    /** In the middle: what was sent by then changes no more, until someone resumes it. */
    private static void pauseAndResume() throws Exception {
        await().atMost(LONG).until(() -> sent() >= 5);
        act("Pause", "a <b>typo</b>", "is now PAUSED");
        browser.awaitText("main .notice.warn", "a <b>typo</b>");
        await().atMost(LONG).until(() -> {
            JsonNode states = get("api/campaigns/" + CAMPAIGN).path("states");
            return !states.has("DUE") && !states.has("CLAIMED");
        });
        assertThat(sent()).isLessThan(RECIPIENTS - REFUSED);
        act("Resume", "", "is now RUNNING");
    }

    private static int sent() throws Exception {
        return get("api/campaigns/" + CAMPAIGN).at("/states/SENT").asInt();
    }

    private static void act(String verb, String reason, String outcome) {
        browser.press("main .actions", verb);
        if (!reason.isEmpty()) {
            browser.type("dialog [name=reason]", reason);
        }
        browser.press("dialog", verb);
        browser.awaitText("dialog .notice.good", outcome);
        browser.press("dialog", "Close");
    }
}
