package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
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

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "the-token-of-this-test";
    private static final String SCRIPT = "<script>window.pwned = true</script>";
    private static final String BANNER = "#banner .notice.bad";
    private static final String ALERTS = "table[aria-label=Alerts] tbody tr";

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Instance instance;

    /** Listens beyond loopback, and masks. */
    @SuppressWarnings("NullAway.Init") // set before any test
    private static Instance guarded;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Cable cable;

    @SuppressWarnings("NullAway.Init") // set before any test
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        application = BROKER.application("dashboard");
        application.createTopics(config("one"));
        instance = InProcess.start(config("one"), BROKER.folder().resolve("one.yaml"));
        int port = freePort();
        guarded = InProcess.start(
                config("two")
                        .set("admin", "listen", "0.0.0.0")
                        .set("admin", "port", port)
                        .set("admin", "advertised", "127.0.0.1:" + port)
                        .set("admin", "mask", List.of("/card/number")),
                BROKER.folder().resolve("two.yaml"));
        cable = new Cable(instance.address().orElseThrow().getPort());
        browser = new Browser(Path.of(System.getProperty("hapax.root"), "app", "target", "screenshots"));
        InProcess.awaitRunning(List.of(instance, guarded));
        browser.awaitPage(instance.address().orElseThrow() + "health/ready", "\"ready\"");
    }

    private static ApplicationConfig config(String state) {
        return application
                .config(state)
                .set("topics", "partitions", 2)
                .set("quarantine", "flood", Map.of("max-consecutive", 0, "max-share", 1))
                .set("admin", "token", TOKEN);
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
        guarded.close();
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
    void forgetTheToken() {
        browser.run("sessionStorage.clear()");
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
        visit("keys");
        browser.awaitText("main tbody tr", "given-again replay");
    }

    @Test
    void shouldAskForTheTokenWhereOthersCanReachItAndMaskWhatIsMasked() throws Exception {
        String number = "4111222233334444";
        RecordMetadata poison = application.send(new ProducerRecord<>(
                application.input(), Application.utf8("{\"card\":{\"number\":\"" + number + "\"},\"n\":7}")));
        String name = poison.topic() + "-" + poison.partition() + "@" + poison.offset();
        String address = "http://127.0.0.1:" + guarded.address().orElseThrow().getPort() + "/";
        browser.open("about:blank");

        browser.open(address + addressOf("quarantine", name));
        browser.awaitText("dialog", "even looking needs its token");
        assertThat(browser.complaints()).isNotEmpty().allMatch(complaint -> complaint.contains("401"));
        signIn(TOKEN);

        browser.awaitText("#connection", "Live");
        browser.awaitText("main .payload", "***");
        assertThat(browser.text("body")).contains("\"n\"").doesNotContain(number);
        browser.screenshot("beyond-loopback-masked");
        browser.open(address + "#/live");
        send("masked-alert", "Payment failed for someone");
        browser.awaitText(ALERTS, "Payment failed: ***");
    }

    @Test
    void shouldShowTheWholeGroupOnEitherDashboard() throws Exception {
        for (int i = 0; i < 8; i++) {
            send("counted-" + i, "Payment failed");
        }
        browser.awaitText(ALERTS, "counted-7");
        visit("instances");
        browser.awaitText(
                "main .cards", "127.0.0.1:" + guarded.address().orElseThrow().getPort());
        browser.awaitText("main .cards", instance.address().orElseThrow().getAuthority());
        assertThat(browser.count("main .cards .badge.good")).isEqualTo(2);
        visit("live");
        awaitWhatAllHaveRead();

        browser.open("http://127.0.0.1:" + guarded.address().orElseThrow().getPort() + "/#/live");
        signIn(TOKEN);

        awaitWhatAllHaveRead();
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
    }

    /** The figure of the page is that of both instances together. */
    private static void awaitWhatAllHaveRead() {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            long read = 0;
            for (Instance each : List.of(instance, guarded)) {
                read += readBy(each);
            }
            assertThat(browser.text(".tile:first-child small")).isEqualTo(read + " since start");
        });
    }

    private static long readBy(Instance each) throws Exception {
        URI stats =
                URI.create("http://127.0.0.1:" + each.address().orElseThrow().getPort() + "/api/stats?scope=instance");
        HttpRequest request = HttpRequest.newBuilder(stats)
                .header("Authorization", "Bearer " + TOKEN)
                .build();
        long read = JSON.readTree(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body())
                .path("totals")
                .path("read")
                .asLong();
        assertThat(read).isPositive();
        return read;
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
