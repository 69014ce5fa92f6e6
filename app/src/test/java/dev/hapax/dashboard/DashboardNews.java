package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static dev.hapax.dashboard.TestDashboard.ALERTS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What comes while someone looks, and after nobody could. */
abstract class DashboardNews {

    private static final String BANNER = "#banner .notice.bad";

    @AtBothWidths
    void shouldShowAnAlertThatComesWhileSomeoneLooks(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);
        String id = "seen-" + width;
        DASHBOARD.send(id, "Payment failed");

        browser.awaitText(ALERTS, id);

        assertThat(browser.count(decision(id))).isOne();
        browser.click(decision(id));
        browser.awaitText("main .panel", "billing-failure");
    }

    @Test
    void shouldShowAnAlertsMarkupAsTheTextItIs() throws Exception {
        Browser browser = DASHBOARD.browser();
        DASHBOARD.send("marked-up", "Payment failed " + TestDashboard.MARKUP);

        browser.awaitText(
                ALERTS + ":has(a[href='" + TestDashboard.addressOf("decisions", "marked-up") + "'])",
                TestDashboard.MARKUP);

        assertThat(browser.count("main script, main img")).isZero();
        browser.click(decision("marked-up"));
        browser.awaitText("main .facts", TestDashboard.MARKUP);
    }

    private static String decision(String id) {
        return ALERTS + " a[href='" + TestDashboard.addressOf("decisions", id) + "']";
    }

    @AtBothWidths
    void shouldSayThatItIsDisconnectedAndThenMissNothing(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);
        String before = "before-" + width;
        String meanwhile = "meanwhile-" + width;
        String after = "after-" + width;
        DASHBOARD.send(before, "Payment failed");
        browser.awaitText(ALERTS, before);

        DASHBOARD.cable().pull();
        browser.awaitText(BANNER, "Disconnected");
        browser.awaitText("#connection", "Disconnected");
        DASHBOARD.assertFitAndAccessible("disconnected", width);
        DASHBOARD.send(meanwhile, "Payment failed");
        DASHBOARD.cable().putBack();

        browser.awaitText("#connection", "Live");
        browser.awaitText(ALERTS, meanwhile);
        browser.awaitNone(BANNER);
        DASHBOARD.send(after, "Payment failed");
        browser.awaitText(ALERTS, after);
        for (String each : List.of(before, meanwhile, after)) {
            assertThat(browser.count(decision(each))).as(each).isOne();
        }
        // None where the first try to come back met the cable in its place again.
        assertThat(browser.complaints())
                .allMatch(complaint -> complaint.contains("WebSocket")
                        || complaint.contains("/api/status")
                        || complaint.contains("/api/quarantine/groups"));
    }
}
