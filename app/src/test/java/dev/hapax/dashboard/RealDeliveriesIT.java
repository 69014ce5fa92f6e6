package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view Deliveries with nothing between it and the API of an instance: what a person decides there is what the ledger has. */
@EnabledIf("dev.hapax.dashboard.Browser#isInstalled")
@Timeout(240)
class RealDeliveriesIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String SHARED = "the-shared-token-of-this-test";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private String url = "";

    private JsonNode get(String path) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private void stage(String id, String subject, double score) throws Exception {
        String body =
                "{\"id\":\"" + id + "\",\"channel\":\"mail\",\"target\":\"" + id + "@example.org\",\"score\":" + score
                        + ",\"mail\":{\"subject\":\"" + subject
                        + "\",\"text\":\"Dear Kim\",\"html\":\"<p>Dear <b>Kim</b></p>\"}}";
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create(url + "api/deliveries"))
                        .POST(BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + SHARED)
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private void awaitState(String id, String state) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(
                                get("api/deliveries/" + id).path("state").asText())
                        .isEqualTo(state));
    }

    @Test
    void shouldShowApproveAndRejectWhatTheLedgerHas() throws Exception {
        JsonNode bob = JSON.readTree(Typed.hapax("admin", "token", "bob", "--roles", "operator,approver", "-o", "json")
                .out());
        Path key = BROKER.folder().resolve("page.pem");
        assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode()).isZero();
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", 9,
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        try (Application application = new Application("page", BROKER.bootstrapServers(), BROKER.folder())) {
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
            try (Instance instance = InProcess.start(config, BROKER.folder().resolve("page.yaml"));
                    Browser browser =
                            new Browser(Path.of(System.getProperty("hapax.root"), "app", "target", "screenshots"))) {
                InProcess.awaitRunning(List.of(instance));
                url = instance.address().orElseThrow().toString();
                browser.awaitPage(url + "health/ready", "\"ready\"");
                // Of a page without an icon, which is none of the dashboard.
                browser.complaints();
                stage("doubtful", "Is this right?", 0.1);
                stage("good", "Your invoice", 0.9);

                review(browser, bob.path("token").asText());
            }
        }
    }

    private void review(Browser browser, String token) throws Exception {
        browser.width(Browser.WIDE);
        browser.open(url + "#/deliveries");
        browser.run("sessionStorage.setItem('hapax.token', arguments[0])", token);
        browser.run("sessionStorage.setItem('hapax.actor', 'bob')");
        browser.run("sessionStorage.setItem('hapax.roles', JSON.stringify(['operator', 'approver']))");
        browser.open("about:blank");
        browser.open(url + "#/deliveries");
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
}
