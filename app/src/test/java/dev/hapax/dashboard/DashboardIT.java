package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees and does at the dashboard of a running instance. */
@EnabledIf("dev.hapax.dashboard.Browser#isInstalled")
@Timeout(120)
class DashboardIT {

    private static final String TOKEN = "the-token-of-this-test";
    private static final String SCRIPT = "<script>window.pwned = true</script>";
    private static final String BANNER = "#banner .notice.bad";
    private static final String ALERTS = "table[aria-label=Alerts] tbody tr";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static HapaxProcess instance;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Cable cable;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        int port = freePort();
        application = BROKER.application("dashboard");
        ApplicationConfig config = application
                .config()
                .set("quarantine", "flood", Map.of("max-consecutive", 0, "max-share", 1))
                .set("admin", "port", port)
                .set("admin", "token", TOKEN);
        application.createTopics(config);
        instance = application.start(config);
        cable = new Cable(port);
        browser = new Browser(Path.of(System.getProperty("hapax.root"), "app", "target", "screenshots"));
        browser.awaitPage("http://127.0.0.1:" + port + "/health/ready", "\"ready\"");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
        cable.close();
        instance.close();
        application.close();
    }

    @BeforeEach
    void open() {
        browser.complaints();
        browser.width(Browser.WIDE);
        visit("live");
        browser.awaitText("#connection", "Live");
    }

    @AfterEach
    void shouldHaveRunNoScriptButItsOwn() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return window.pwned === undefined")).isEqualTo(true);
    }

    @Test
    void shouldShowAnAlertThatComesWhileSomeoneLooks() throws Exception {
        send("seen", "Payment failed " + SCRIPT);

        browser.awaitText(ALERTS, "seen");

        assertThat(browser.count(ALERTS + " a[href='#/decisions/seen']")).isOne();
        browser.click(ALERTS + " a[href='#/decisions/seen']");
        browser.awaitText("main .panel", "billing-failure");
    }

    @Test
    void shouldReplayACaseWithTheTokenAndShowItsPayloadAsText() throws Exception {
        String name = sendConflict("twice");

        visit("quarantine");
        browser.click("a[href='" + addressOf("quarantine", name) + "']");
        browser.awaitText("main .payload", SCRIPT);
        browser.press("main .actions", "Replay");
        signIn("not the token of this test");
        browser.type("dialog [name=reason]", "the second is right");
        browser.awaitText("dialog .command", "--message 'the second is right'");
        browser.press("dialog", "Replay");
        browser.awaitText("dialog .notice.bad", "token");
        assertThat(browser.complaints()).singleElement().asString().contains("401");
        browser.press("dialog", "Use another token");
        signIn(TOKEN);
        browser.press("dialog", "Replay");
        browser.awaitText("dialog .notice.good", "replayed as twice");
        browser.press("dialog", "Close");

        browser.awaitText("main .history", "replayed by ann: the second is right");
        browser.awaitText("main .facts", "replayed");
    }

    private static void signIn(String token) {
        browser.type("dialog [name=token]", token);
        browser.type("dialog [name=actor]", "ann");
        browser.press("dialog", "Use it");
    }

    @Test
    void shouldSayThatItIsDisconnectedAndThenMissNothing() throws Exception {
        send("before", "Payment failed");
        browser.awaitText(ALERTS, "before");

        cable.pull();
        browser.awaitText(BANNER, "Disconnected");
        browser.awaitText("#connection", "Disconnected");
        browser.screenshot("disconnected");
        send("meanwhile", "Payment failed");
        cable.putBack();

        browser.awaitText("#connection", "Live");
        browser.awaitText(ALERTS, "meanwhile");
        browser.awaitNone(BANNER);
        send("after", "Payment failed");
        browser.awaitText(ALERTS, "after");
        for (String each : List.of("before", "meanwhile", "after")) {
            assertThat(browser.count(ALERTS + " a[href='#/decisions/" + each + "']"))
                    .as(each)
                    .isOne();
        }
        // None where the first try to come back met the cable in its place again.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("WebSocket"));
    }

    @Test
    void shouldGiveAStretchAgainAfterADryRun() throws Exception {
        send("given-again", "Payment failed");
        browser.run("sessionStorage.setItem('hapax.token', arguments[0])", TOKEN);

        visit("replays");
        browser.type("main [name=topic]", application.input());
        browser.press("main", "Dry run");
        browser.awaitText("main .forecast", "would act again");
        browser.press("main", "Execute: give them again");

        browser.awaitText("main h1", "Replay");
        browser.awaitText("main .facts", "done");
        assertThat(browser.text("main .panel h2")).startsWith("100 %");
    }

    @ParameterizedTest
    @ValueSource(ints = {Browser.WIDE, Browser.NARROW})
    void shouldFitAndBeAccessibleInBothThemes(int width) throws Exception {
        send("shown", "Payment failed");
        String name = sendConflict("shown-twice");
        browser.width(width);

        for (String view : List.of(
                "live",
                "instances",
                "quarantine",
                addressOf("quarantine", name),
                "keys",
                "keys/shown",
                "replays",
                "decisions",
                "decisions/shown",
                "configuration")) {
            visit(view);
            browser.awaitNone("main [role=status] .spinner");
            for (String theme : List.of("light", "dark")) {
                browser.theme(theme);
                browser.screenshot(width + "-" + theme + "-" + view.replaceAll("\\W+", "-"));
                assertThat(browser.violations())
                        .as("%s, %s, %d", view, theme, width)
                        .isEmpty();
            }
            assertThat(browser.overhang()).as("%s, %d", view, width).isZero();
        }
    }

    private static void visit(String view) {
        browser.open("http://127.0.0.1:" + cable.port() + "/" + (view.startsWith("#") ? view : "#/" + view));
    }

    private static String addressOf(String view, String name) {
        return "#/" + view + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    private static RecordMetadata send(String id, String subject) throws Exception {
        return application.send(id, subject, System.currentTimeMillis());
    }

    /** A message and one that contradicts it; the name of its case. */
    private static String sendConflict(String id) throws Exception {
        send(id, "Payment failed");
        RecordMetadata second = send(id, "Payment done " + SCRIPT);
        return second.topic() + "-" + second.partition() + "@" + second.offset();
    }
}
