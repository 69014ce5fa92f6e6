package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static dev.hapax.dashboard.TestDashboard.addressOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** That the page is there for everyone: on any screen, in either theme, by keyboard, for those who do not see it. */
abstract class DashboardReach {

    @AtBothWidths
    void shouldFitAndBeAccessibleInBothThemes(int width) throws Exception {
        Browser browser = DASHBOARD.browser();
        DASHBOARD.send("shown", "Payment failed");
        String name = DASHBOARD.sendConflict("shown-twice");
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
            DASHBOARD.visit(view);
            browser.awaitNone("main [role=status] .spinner");
            DASHBOARD.assertFitAndAccessible(view, width);
        }
    }

    @Test
    void shouldBeAccessibleWithTheMenuOfANarrowScreenOpen() throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(Browser.NARROW);
        browser.press(".bar", "Menu");

        browser.awaitText("nav", "Configuration");
        DASHBOARD.assertFitAndAccessible("menu", Browser.NARROW);
        assertThat(browser.run("return document.getElementById('theme').ariaLabel"))
                .asString()
                .startsWith("Theme: ");
    }

    @Test
    void shouldGoFromThemeToThemeByItsButtonAndKeepTheLast() {
        Browser browser = DASHBOARD.browser();
        // A test before this one may have left a theme that the button does not show.
        browser.open("about:blank");
        DASHBOARD.visit("live");
        browser.awaitText("#where", "RUNNING");

        browser.press(".bar", "Theme: system");
        Object light = ground();
        browser.press(".bar", "Theme: light");
        assertThat(ground()).isNotEqualTo(light);
        browser.open("about:blank");
        DASHBOARD.visit("live");
        assertThat(ground()).isNotEqualTo(light);

        browser.press(".bar", "Theme: dark");
        browser.awaitText("#theme", "Theme: system");
    }

    private static Object ground() {
        return Objects.requireNonNull(
                DASHBOARD.browser().run("return getComputedStyle(document.body).backgroundColor"));
    }

    @Test
    void shouldNotGrowItsHeaderWithLongerWordsOnANarrowScreen() throws Exception {
        Browser browser = DASHBOARD.browser();
        browser.width(Browser.NARROW);
        browser.open("about:blank");
        DASHBOARD.visit("live");
        browser.awaitText("#where", "RUNNING");
        browser.awaitText("#session", "Sign in");
        Object height = heightOfBar();

        DASHBOARD.giveToken();
        browser.run("document.dispatchEvent(new Event('hapax-session'))");
        browser.awaitText("#session", "Signed in");
        assertThat(heightOfBar()).isEqualTo(height);
        browser.run("sessionStorage.setItem('hapax.actor', 'Bartholomew of the second shift')");
        browser.run("document.dispatchEvent(new Event('hapax-session'))");
        DASHBOARD.cable().pull();
        browser.awaitText("#connection", "Disconnected");
        browser.screenshot("390-long-words");
        Object disconnected = heightOfBar();
        DASHBOARD.cable().putBack();

        assertThat(disconnected).isEqualTo(height);
        browser.awaitText("#connection", "Live");
        browser.complaints();
    }

    private static Object heightOfBar() {
        return Objects.requireNonNull(DASHBOARD.browser().run("return document.querySelector('.bar').offsetHeight"));
    }

    @Test
    void shouldLeadToACaseAndBackFromItsDialogByKeyboard() throws Exception {
        Browser browser = DASHBOARD.browser();
        String address = addressOf("quarantine", DASHBOARD.sendConflict("by-keyboard"));
        String replay = "main .actions li:first-child button";
        DASHBOARD.giveToken();
        browser.open("about:blank");
        DASHBOARD.visit("quarantine");
        browser.awaitText("main a[href='" + address + "']", "@");

        browser.key(Keys.TAB);
        assertThat(browser.hasFocus("#skip")).isTrue();
        browser.key(Keys.ENTER);
        assertThat(browser.hasFocus("main h1")).isTrue();
        browser.tabTo("main a[href='" + address + "']");
        browser.key(Keys.ENTER);
        browser.awaitText(replay, "Replay");
        browser.tabTo(replay);
        browser.key(Keys.ENTER);
        browser.awaitText("dialog", "Replay this case");
        assertThat(browser.hasFocus("dialog *")).isTrue();
        browser.key(Keys.ESCAPE);
        browser.awaitNone("dialog");

        assertThat(browser.hasFocus(replay)).isTrue();
    }
}
