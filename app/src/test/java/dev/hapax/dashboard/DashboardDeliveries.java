package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a person decides about deliveries. */
abstract class DashboardDeliveries extends ScriptedAnswers {

    private static final String CHOSEN = "main .queue [aria-current]";
    private static final String SUBJECT = "main .pane h2";

    DashboardDeliveries() {
        super("deliveries.js");
    }

    @AtBothWidths
    void shouldFitAndBeAccessible(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);

        for (String view :
                List.of("deliveries", "deliveries?tab=stranded", "deliveries?tab=all", "deliveries/newsletter%3A12")) {
            visit(view, "operator");
            browser.awaitText("main", view.contains("tab=all") ? "hook:7" : "SHA-256");
            DASHBOARD.assertFitAndAccessible(view, width);
        }
    }

    @Test
    void shouldApproveExactlyWhatIsShownAndRejectWithAReasonByKeyboard() {
        Browser browser = DASHBOARD.browser();
        visit("deliveries", "operator", "approver");
        browser.awaitText("nav a[href='#/deliveries']", "6");
        browser.awaitText(SUBJECT, "Your invoice 2027-113 is overdue");
        browser.awaitText("main .decide", "Approve");

        browser.strike("jjj");
        browser.awaitText(CHOSEN, "Your order has been shipped");
        browser.strike("kkk");
        browser.awaitText(CHOSEN, "Your invoice");
        browser.awaitText("main .decide", "Approve");
        approveByKey();

        browser.awaitText("main .notice.good", "invoice:2027-113 is now APPROVED");
        browser.awaitText("main .notice.good", "hapax deliveries approve -c hapax.yaml invoice:2027-113");
        assertThat(posted())
                .singleElement()
                .satisfies(sent -> assertThat(sent)
                        .containsEntry("id", "invoice:2027-113")
                        .containsEntry("sha256", browser.run("return deliveries.items[0].sha256")));

        browser.awaitText("main .decide", "Reject");
        browser.strike("r");
        browser.type("dialog [name=reason]", "made to deceive; arj");
        browser.awaitText("dialog .command", "hapax deliveries reject -c FILE hostile-html --reason");
        browser.press("dialog", "Reject");
        browser.awaitText("dialog .notice.good", "hostile-html is now REJECTED");
        browser.press("dialog", "Close");

        assertThat(posted().get(1)).containsEntry("action", "reject").containsEntry("reason", "made to deceive; arj");
        browser.awaitText(CHOSEN, "txt.exe");
        browser.strike("?");
        browser.awaitText("dialog", "Approve what is shown");
        browser.press("dialog", "Close");
        browser.complaints();
    }

    /** The page waits until a person can have seen what they approve. */
    private static void approveByKey() {
        int before = posted().size();
        await().until(() -> {
            DASHBOARD.browser().strike("a");
            return posted().size() > before;
        });
    }

    private static List<Map<String, Object>> posted() {
        return posted("deliveries");
    }

    @Test
    void shouldNotApproveContentThatNobodyHasSeen() {
        Browser browser = DASHBOARD.browser();
        visit("deliveries", "approver");
        browser.awaitText("main .decide", "Approve");
        Object seen = browser.run("return deliveries.items[0].sha256");

        // The event that reports the edit is still on its way.
        browser.run("deliveries.items[0].sha256 = 'f'.repeat(64)");
        approveByKey();
        browser.awaitText("main .pane .notice.bad", "it has other content");
        assertThat(posted()).singleElement().satisfies(sent -> assertThat(sent).containsEntry("sha256", seen));

        browser.run("deliveries.changed('invoice:2027-113', {})");
        browser.awaitText("main .pane", "The content has changed since it was loaded");
    }

    @Test
    void shouldExplainWhyTheSharedTokenCannotApprove() {
        Browser browser = DASHBOARD.browser();
        visit("deliveries", "operator");

        browser.awaitText(
                "main .pane .notice",
                "Only an approver can do this. You are signed in as ann, with the role operator.");
        assertThat(browser.run("return document.querySelector('main .decide button').disabled"))
                .isEqualTo(true);
        browser.strike("a");
        browser.strike("r");
        browser.awaitText("dialog .notice", "Only an approver can do this");
        assertThat(posted()).isEmpty();
        browser.press("dialog", "Cancel");
    }

    @Test
    void shouldReconcileWithEvidenceAndShowWhatTheLedgerRefuses() {
        Browser browser = DASHBOARD.browser();
        visit("deliveries?tab=stranded", "operator");
        browser.awaitText("main .pane", "no reply after the final dot: read timed out");
        browser.awaitText("main .pane", "worker-1@mail-host");

        browser.run("deliveries.refusal = 'the target may still accept it; ask again in 24 s'");
        browser.press("main .pane", "It was not sent");
        browser.type("dialog [name=evidence]", "not in the log of mail.example.com");
        browser.press("dialog", "It was not sent");
        browser.awaitText("dialog .notice.bad", "ask again in 24 s");

        browser.run("deliveries.refusal = null");
        browser.press("dialog", "It was not sent");
        browser.awaitText("dialog .notice.good", "newsletter:12 is now APPROVED");
        browser.press("dialog", "Close");
        browser.awaitText("main .queue-place", "Nothing is stranded");
        assertThat(posted())
                .hasSize(2)
                .allSatisfy(sent -> assertThat(sent)
                        .containsEntry("resolution", "NOT_SENT")
                        .containsEntry("evidence", "not in the log of mail.example.com"));
    }

    @Test
    void shouldNeitherRunNorLoadAnythingOfAHostileMail() throws Exception {
        Browser browser = DASHBOARD.browser();
        visit("deliveries?tab=review&id=hostile-html", "approver");
        browser.awaitText("main .pane", "Scripts, forms and links do not work here.");
        browser.awaitText("main .pane .notice", "an address that its header To does not contain");
        browser.awaitText(
                "main .pane .notice",
                "Not shown, although the recipient may see it: video, audio, iframe, object, embed");
        Object address = browser.run("return location.href");

        browser.clickAllInFrame("iframe.mail");
        assertThat(browser.textOfFrame("iframe.mail")).contains("Hello from a stranger");

        assertNoConnection();
        assertThat(browser.run("return location.href")).isEqualTo(address);
        browser.awaitText("main .pane details", "Links (2)");
        // What the parser of the page refuses; the frame gets none of it.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    @Test
    void shouldFollowEventsAndSayWhenSendingIsOff() {
        Browser browser = DASHBOARD.browser();
        visit("deliveries", "approver");
        browser.awaitText("main .decide", "Approve");

        browser.run("deliveries.changed('new:1', {score: 0.01, target: 'new@example.org'})");
        browser.awaitText("main .queue li:first-child", "new@example.org");
        browser.awaitText(CHOSEN, "Your invoice");
        browser.run("deliveries.changed('order:4711', {state: 'REJECTED'})");
        await().until(() -> !browser.text("main .queue").contains("Your order"));
        browser.run("deliveries.changed('invoice:2027-113', {state: 'APPROVED', approvedBy: 'bob'})");
        browser.awaitText("main .decide", "APPROVED by bob");

        browser.run("Object.assign(deliveries.settings, {enabled: false, why: 'bob disabled sending'})");
        browser.run("deliveries.changed('hook:7', {state: 'CANCELLED'})");
        browser.awaitText("main .notice.warn", ": bob disabled sending");
        browser.awaitText("main .notice.warn .command", "hapax delivery enable -c FILE");
        browser.awaitText("nav a[href='#/deliveries']", "4");
    }
}
