package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static dev.hapax.dashboard.TestDashboard.addressOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.harness.Application;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** What a person does about messages. */
abstract class DashboardWork {

    @AtBothWidths
    void shouldReplayACaseWithTheTokenAndShowItsPayloadAsText(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);
        String id = "twice-" + width;
        String name = DASHBOARD.sendConflict(id);

        DASHBOARD.visit("quarantine");
        browser.click("a[href='" + addressOf("quarantine", name) + "']");
        browser.awaitText("main .payload", TestDashboard.MARKUP);
        browser.press("main .actions", "Replay");
        browser.awaitText("dialog", "Changes require the token");
        DASHBOARD.assertFitAndAccessible("token", width);
        DASHBOARD.signIn("not the token of this test");
        browser.awaitText("dialog .notice.bad", "The token was rejected");
        assertThat(browser.complaints()).singleElement().asString().contains("401");
        DASHBOARD.assertFitAndAccessible("token-wrong", width);
        DASHBOARD.signIn(TestDashboard.TOKEN);
        browser.type("dialog [name=reason]", "the second is right");
        browser.awaitText("dialog .command", "--reason 'the second is right'");
        browser.press("dialog", "Replay");
        browser.awaitText("dialog .notice.good", "replayed as " + id);
        browser.awaitText("dialog .notice.good", ": decided as ");
        browser.press("dialog", "Close");

        browser.awaitText("main .history", "replayed by ann: the second is right");
        browser.awaitText("main .facts", "replayed");
    }

    @AtBothWidths
    void shouldDropAllCasesOfAListOnceTheyAreCounted(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);
        String id = "many-" + width;
        DASHBOARD.sendConflict(id);
        String name = TestDashboard.caseOf(DASHBOARD.send(id, "Payment lost"));
        DASHBOARD.giveToken();

        DASHBOARD.visit("quarantine?identity=" + id);
        browser.awaitText("main tbody", name);
        browser.press("main .panel-head", "Drop all …");
        browser.type("dialog [name=reason]", "made twice");
        browser.awaitText(
                "dialog .command", "hapax quarantine drop -c FILE --identity " + id + " --reason 'made twice' --yes");
        browser.press("dialog", "Count");
        browser.awaitText("dialog .notice", "2 cases: 2 CONFLICT. Nothing has changed yet.");
        browser.awaitText("dialog .command", " --until 20");
        DASHBOARD.assertFitAndAccessible("drop-all", width);
        browser.write("dialog [name=reason]", ", indeed");
        browser.press("dialog", "Count");
        browser.press("dialog", "Drop all");
        browser.awaitText("dialog .notice.good", "2 cases dropped");
        browser.press("dialog", "Close");

        browser.awaitText("main", "No case matches.");
        DASHBOARD.visit(addressOf("quarantine", name));
        browser.awaitText("main .history", "dropped by");
        browser.awaitText("main .history", "made twice, indeed");
    }

    /** Its field for the text gives back other line ends than it was given. */
    @Test
    void shouldNotTakeAMailForEditedOfWhichOnlyTheTimeIs() throws Exception {
        Browser browser = DASHBOARD.browser();
        Application application = DASHBOARD.application();
        String name = TestDashboard.caseOf(application.send(new ProducerRecord<>(
                application.input(), Application.utf8("Subject: Payment failed\r\n\r\nsorry\r\n"))));
        DASHBOARD.giveToken();

        DASHBOARD.visit("quarantine");
        browser.click("a[href='" + addressOf("quarantine", name) + "']");
        browser.press("main .actions", "Edit and replay");
        browser.awaitText("dialog", "Line endings stay CRLF.");
        browser.type("dialog [name=timestamp]", "now");

        browser.awaitText("dialog .command", "--timestamp now");
        assertThat(browser.text("dialog .command")).doesNotContain("--value-file");
        browser.write("dialog textarea", "indeed");
        browser.awaitText("dialog .command", "--value-file FILE --timestamp now");
        browser.press("dialog", "Cancel");
    }

    @Test
    void shouldGiveAStretchAgainAfterADryRun() throws Exception {
        Browser browser = DASHBOARD.browser();
        DASHBOARD.send("given-again", "Payment failed");
        DASHBOARD.giveToken();

        DASHBOARD.visit("replays");
        browser.type("main [name=topic]", DASHBOARD.application().input());
        browser.press("main", "Dry run");
        browser.awaitText("main .forecast", "would act again");
        browser.press("main", "Start replay");

        browser.awaitText("main h1", "Replay");
        browser.awaitText("main .facts", "done");
        assertThat(browser.text("main .panel h2")).startsWith("100 %");
        for (int width : new int[] {Browser.WIDE, Browser.NARROW}) {
            browser.width(width);
            DASHBOARD.assertFitAndAccessible("replays-done", width);
        }
        DASHBOARD.visit("keys");
        browser.awaitText("main tbody tr", "given-again replay");
    }
}
