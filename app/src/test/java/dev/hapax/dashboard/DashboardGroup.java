package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static dev.hapax.dashboard.TestDashboard.ALERTS;
import static dev.hapax.dashboard.TestDashboard.TOKEN;
import static dev.hapax.dashboard.TestDashboard.addressOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.harness.Application;
import dev.hapax.instance.Instance;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** Two instances: either shows both, and the one that others can reach shows less. */
abstract class DashboardGroup {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldAskForTheTokenWhereOthersCanReachItAndMaskWhatIsMasked() throws Exception {
        Browser browser = DASHBOARD.browser();
        String number = "4111222233334444";
        Application application = DASHBOARD.application();
        String name = TestDashboard.caseOf(application.send(new ProducerRecord<>(
                application.input(), Application.utf8("{\"card\":{\"number\":\"" + number + "\"},\"n\":7}"))));
        String address = TestDashboard.near(DASHBOARD.guarded()).toString();
        browser.open("about:blank");

        browser.open(address + addressOf("quarantine", name));
        browser.awaitText("dialog", "requires a token to read");
        assertThat(browser.complaints()).isNotEmpty().allMatch(complaint -> complaint.contains("401"));
        DASHBOARD.signIn(TOKEN);

        browser.awaitText("#connection", "Live");
        browser.awaitText("main .payload", "***");
        assertThat(browser.text("body")).contains("\"n\"").doesNotContain(number);
        browser.screenshot("beyond-loopback-masked");
        browser.open(address + "#/live");
        DASHBOARD.send("masked-alert", "Payment failed for someone");
        browser.awaitText(ALERTS, "Payment failed: ***");
    }

    @Test
    void shouldNotAskAgainForATokenThatNobodyGave() {
        Browser browser = DASHBOARD.browser();
        browser.open(TestDashboard.near(DASHBOARD.guarded()) + "#/live");
        browser.awaitText("dialog", "requires a token to read");

        browser.press("dialog", "Cancel");
        browser.awaitText("#connection", "Token required");
        browser.awaitText("#interruption", "A token is required");
        browser.press("#interruption", "Try again");
        browser.awaitText("#connection", "Token required");
        assertThat(browser.count("dialog")).isZero();

        browser.press("#interruption", "Sign in");
        DASHBOARD.signIn(TOKEN);
        browser.awaitText("#connection", "Live");
        browser.awaitNone("#interruption .notice");
        browser.awaitNone("main .notice.bad");
        assertThat(browser.complaints()).isNotEmpty().allMatch(complaint -> complaint.contains("401"));
    }

    @AtBothWidths
    void shouldSayThatATokenIsNotAcceptedAnyMore(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);
        try (Cable cable = new Cable(TestDashboard.near(DASHBOARD.guarded()).getPort())) {
            browser.open("http://127.0.0.1:" + cable.port() + "/#/live");
            DASHBOARD.signIn(TOKEN);
            browser.awaitText("#connection", "Live");

            browser.run("sessionStorage.setItem('hapax.token', 'of yesterday')");
            cable.pull();
            cable.putBack();
            browser.awaitText("dialog", "It may have changed");
            browser.press("dialog", "Cancel");
            browser.awaitText("#interruption", "The token was rejected");
            DASHBOARD.assertFitAndAccessible("token-refused", width);

            browser.press("#interruption", "Use another token");
            DASHBOARD.signIn(TOKEN);
            browser.awaitText("#connection", "Live");
            browser.run("sessionStorage.clear()");
            DASHBOARD.visit("live");
        }
        assertThat(browser.complaints())
                .allMatch(complaint -> complaint.contains("401") || complaint.contains("WebSocket"));
    }

    @Test
    void shouldShowTheWholeGroupOnEitherDashboard() throws Exception {
        Browser browser = DASHBOARD.browser();
        for (int i = 0; i < 8; i++) {
            DASHBOARD.send("counted-" + i, "Payment failed");
        }
        browser.awaitText(ALERTS, "counted-7");
        DASHBOARD.visit("instances");
        browser.awaitText("main .cards", TestDashboard.near(DASHBOARD.guarded()).getAuthority());
        browser.awaitText(
                "main .cards", DASHBOARD.instance().address().orElseThrow().getAuthority());
        assertThat(browser.count("main .cards .badge.good")).isEqualTo(2);
        DASHBOARD.visit("live");
        awaitWhatAllHaveRead();

        browser.open(TestDashboard.near(DASHBOARD.guarded()) + "#/live");
        DASHBOARD.signIn(TOKEN);

        awaitWhatAllHaveRead();
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("401"));
    }

    /** The figure of the page is that of both instances together. */
    private static void awaitWhatAllHaveRead() {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            long read = 0;
            for (Instance each : List.of(DASHBOARD.instance(), DASHBOARD.guarded())) {
                read += readBy(each);
            }
            assertThat(DASHBOARD.browser().text(".tile:first-child small")).isEqualTo(read + " since start");
        });
    }

    private static long readBy(Instance each) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(TestDashboard.near(each).resolve("/api/stats?scope=instance"))
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
}
