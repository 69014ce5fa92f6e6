package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** How far campaigns are, and what a person decides about them. */
abstract class DashboardCampaigns extends ScriptedAnswers {

    private static final String ACTIONS = "main .actions";

    DashboardCampaigns() {
        super("deliveries.js", "campaigns.js");
    }

    private static List<Map<String, Object>> posted() {
        return posted("campaigns");
    }

    /** The address of the campaign whose names are made to deceive. */
    private static String hostile() {
        visit("campaigns", "operator", "approver");
        return (String) Objects.requireNonNull(
                DASHBOARD.browser().run("return '#/campaigns/' + encodeURIComponent(campaigns.items.at(-1).id)"));
    }

    @AtBothWidths
    void shouldFitAndBeAccessible(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(width);

        for (String view :
                List.of("campaigns", "campaigns/spring-2027", "campaigns/to-approve", "campaigns/failing", hostile())) {
            visit(view, "operator", "approver");
            browser.awaitText("main", view.equals("campaigns") ? "autumn-2026" : "Approvals");
            String name = view.startsWith("#") ? "campaigns/hostile" : view;
            DASHBOARD.assertFitAndAccessible(name, width);
        }
        // What the parser of the page refuses of the mail in the frame.
        browser.complaints();
    }

    @Test
    void shouldShowHowFarACampaignIsAndFollowItWithoutReloading() {
        Browser browser = DASHBOARD.browser();
        visit("campaigns/spring-2027", "operator");
        browser.awaitText("main .progress-line", "33.2 % 16,616 of 50,000 recipients need no further attempt");
        browser.awaitText("main .progress-line", "1,103 a minute, about 30 min left");
        browser.awaitText("main .states .sum", "50,000");
        browser.awaitText("main .chart", "Mails per minute");
        browser.awaitText("main", "example.org");
        browser.awaitText("main", "550 5.1.1");
        browser.awaitText("main", "approved by cyd: 50,000 recipients");
        assertThat(browser.textOfFrame("iframe.mail")).contains("Dear s1, spring is here.");

        browser.run("window.notReloaded = true");
        browser.tabTo("main .states a[href*='state=SENT']");
        browser.run(
                "campaigns.changed('spring-2027', {states: {SENT: 49404, REFUSED: 412, STRANDED: 3, SUPPRESSED: 181}})");
        browser.awaitText("main .progress-line", "100 % 50,000 of 50,000");
        assertThat(browser.hasFocus("main .states a[href*='state=SENT']")).isTrue();
        browser.run("campaigns.changed('spring-2027', {status: 'DONE', lastWhat: 'done'})");
        browser.awaitText(ACTIONS + ", main", "Nothing can be done: it is DONE.");
        browser.awaitText("main .panel-head .badge", "DONE");

        browser.type("main [name=recipient]", "s7");
        browser.key(Keys.ENTER);
        await().until(() -> browser.textOfFrame("iframe.mail").contains("Dear s7"));
        browser.type("main [name=recipient]", "nobody");
        browser.key(Keys.ENTER);
        browser.awaitText("main .notice.bad", "no recipient nobody");
        assertThat(browser.run("return window.notReloaded")).isEqualTo(true);
    }

    @Test
    void shouldListCampaignsAndFollowThem() {
        Browser browser = DASHBOARD.browser();
        visit("campaigns", "operator");
        browser.awaitText("main tr[data-id='spring-2027']", "16,616 of 50,000");
        browser.awaitText("nav a[href='#/campaigns']", "4");
        browser.tabTo("tr[data-id='failing'] a");

        browser.run("campaigns.changed('failing', {status: 'RUNNING', states: {SENT: 4960, REFUSED: 40}})");
        browser.awaitText("main tr[data-id='failing']", "5,000 of 5,000");
        browser.awaitText("main tr[data-id='failing'] .badge", "RUNNING");
        assertThat(browser.hasFocus("tr[data-id='failing'] a")).isTrue();
        browser.awaitText("nav a[href='#/campaigns']", "3");
        browser.run("campaigns.changed('brand-new', {states: {}})");
        browser.awaitText("main tbody tr:first-child", "brand-new");

        browser.click("main .states a[href*='status=DONE']");
        browser.awaitText("main tbody", "autumn-2026");
        browser.awaitNone("main tr[data-id='failing']");
        browser.click("main .states a[aria-current]");
        browser.awaitText("main tbody", "failing");
        browser.type("main [name=q]", "no such campaign");
        browser.key(Keys.ENTER);
        browser.awaitText("main", "No campaign matches");
    }

    @Test
    void shouldOfferEachRoleWhatItMayDo() {
        Browser browser = DASHBOARD.browser();
        visit("campaigns/to-approve", "viewer");
        browser.awaitText(
                "main .notice", "Only an approver can do this. You are signed in as ann, with the role viewer.");
        assertThat(enabled()).isEmpty();
        visit("campaigns/to-approve", "operator");
        assertThat(enabled()).containsExactly("Cancel campaign");
        visit("campaigns/to-approve", "approver");
        assertThat(enabled()).containsExactly("Approve", "Reject");
        visit("campaigns/ready", "operator");
        assertThat(enabled()).containsExactly("Start", "Cancel campaign");
        visit("campaigns/spring-2027", "operator", "approver");
        assertThat(enabled()).containsExactly("Pause", "Cancel campaign");

        // Someone signs in beside this page, with another role.
        browser.run("sessionStorage.setItem('hapax.roles', '[\"viewer\"]')");
        browser.run("document.dispatchEvent(new Event('hapax-session'))");
        await().until(() -> enabled().isEmpty());
    }

    @SuppressWarnings("unchecked")
    private static List<String> enabled() {
        return (List<String>) Objects.requireNonNull(DASHBOARD
                .browser()
                .run("return [...document.querySelectorAll('main .actions li > button:not(:disabled)')]"
                        + ".map((each) => each.textContent)"));
    }

    @Test
    void shouldApproveStartPauseAndResumeByKeyboard() {
        Browser browser = DASHBOARD.browser();
        visit("campaigns/to-approve", "operator", "approver");
        Object sha256 = browser.run("return campaigns.items.find(({id}) => id === 'to-approve').sha256");

        open("Approve");
        browser.awaitText("dialog", "Allow this mail to be sent to 12,000 recipients. 4 others have the address");
        browser.awaitText("dialog", "another person must approve it too");
        browser.awaitText("dialog .command", "hapax campaign approve -c FILE to-approve --yes --as ann");
        browser.write("dialog [name=reason]", "read it");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.good", "is approved by ann, and needs another approver");
        browser.key(Keys.ENTER);
        browser.awaitNone("dialog");
        browser.awaitText("main .notice", "You have approved it, ann. Another approver has to do it too.");
        assertThat(posted())
                .singleElement()
                .satisfies(sent -> assertThat(sent)
                        .containsEntry("recipients", 12_000L)
                        .containsEntry("sha256", sha256)
                        .containsEntry("reason", "read it"));
        browser.run("sessionStorage.setItem('hapax.actor', 'bob')");
        browser.run("deliveries.user.actor = 'bob'; document.dispatchEvent(new Event('hapax-session'))");
        open("Approve");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.good", "is now APPROVED, with 12,004 recipients, approved by ann, bob");
        browser.key(Keys.ENTER);

        open("Start");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.good", "is now RUNNING");
        browser.key(Keys.ENTER);
        open("Pause");
        // A reason is required.
        browser.key(Keys.ENTER);
        browser.write("dialog [name=reason]", "a <b>typo</b>");
        browser.run(
                "campaigns.refusal = 'The ledger refused to pause campaign to-approve: it is PAUSED (paused by cyd)'");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.bad", "it is PAUSED (paused by cyd)");
        browser.run("campaigns.refusal = null");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.good", "is now PAUSED");
        browser.key(Keys.ENTER);
        browser.awaitText("main .notice.warn", "a <b>typo</b>");
        open("Resume");
        browser.key(Keys.ENTER);
        browser.awaitText("dialog .notice.good", "is now RUNNING");
        browser.key(Keys.ENTER);

        open("Pause");
        browser.key(Keys.ESCAPE);
        browser.awaitNone("dialog");
        assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("Pause");
        assertThat(posted())
                .extracting(sent -> sent.get("action"))
                .containsExactly("approve", "approve", "start", "pause", "pause", "resume");
    }

    /** Opens the dialog of an action, and leaves the focus where it is then. */
    private static void open(String verb) {
        Browser browser = DASHBOARD.browser();
        await(verb).until(() -> enabled().contains(verb));
        browser.run(
                "[...document.querySelectorAll('main .actions button')].find((each) => each.textContent === arguments[0]).focus()",
                verb);
        browser.key(Keys.ENTER);
        browser.awaitText("dialog h2", verb);
        assertThat(browser.hasFocus("dialog *")).isTrue();
    }

    @Test
    void shouldNeitherRunNorLoadAnythingOfAHostileCampaign() throws Exception {
        Browser browser = DASHBOARD.browser();
        visit(hostile(), "operator", "approver");
        browser.awaitText("main", "Scripts, forms and links do not work here.");
        browser.awaitText("main .notice.warn", "Paused");
        Object address = browser.run("return location.href");
        browser.run("document.querySelectorAll('main details').forEach((each) => (each.open = true))");
        browser.awaitText("main pre.payload", "<script>window.pwned = true</script>");

        browser.clickAllInFrame("iframe.mail");
        assertThat(browser.textOfFrame("iframe.mail")).contains("Hello from a stranger");
        assertThat(browser.run("return document.querySelector('iframe.mail').getAttribute('sandbox')"))
                .isEqualTo("");

        assertNoConnection();
        assertThat(browser.run("return location.href")).isEqualTo(address);
        assertThat(browser.text("main")).contains("⟨U+202E⟩").doesNotContain("\u202e");
        assertThat(browser.overhang()).isZero();
        // What the parser of the page refuses; the frame gets none of it.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("Content Security Policy"));
    }
}
