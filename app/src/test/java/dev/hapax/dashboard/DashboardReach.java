package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DESK;
import static dev.hapax.dashboard.Desk.addressOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** That the page is there for everyone: on any screen, in either theme, by keyboard, for those who do not see it. */
abstract class DashboardReach {

    @AtBothWidths
    void shouldFitAndBeAccessibleInBothThemes(int width) throws Exception {
        Browser browser = DESK.browser();
        DESK.send("shown", "Payment failed");
        String name = DESK.sendConflict("shown-twice");
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
            DESK.visit(view);
            browser.awaitNone("main [role=status] .spinner");
            DESK.assertFitAndAccessible(view, width);
        }
    }

    @Test
    void shouldBeAccessibleWithTheMenuOfANarrowScreenOpen() throws Exception {
        Browser browser = DESK.browser();
        browser.width(Browser.NARROW);
        browser.press(".bar", "Menu");

        browser.awaitText("nav", "Configuration");
        DESK.assertFitAndAccessible("menu", Browser.NARROW);
        assertThat(browser.run("return document.getElementById('theme').ariaLabel"))
                .asString()
                .startsWith("Theme: ");
    }

    @Test
    void shouldGoFromThemeToThemeByItsButtonAndKeepTheLast() {
        Browser browser = DESK.browser();

        browser.press(".bar", "Theme: system");
        Object light = ground();
        browser.press(".bar", "Theme: light");
        assertThat(ground()).isNotEqualTo(light);
        browser.open("about:blank");
        DESK.visit("live");
        assertThat(ground()).isNotEqualTo(light);

        browser.press(".bar", "Theme: dark");
        browser.awaitText("#theme", "Theme: system");
    }

    private static Object ground() {
        return Objects.requireNonNull(DESK.browser().run("return getComputedStyle(document.body).backgroundColor"));
    }

    @Test
    void shouldNotGrowItsHeaderWithLongerWordsOnANarrowScreen() throws Exception {
        Browser browser = DESK.browser();
        browser.width(Browser.NARROW);
        browser.open("about:blank");
        DESK.visit("live");
        browser.awaitText("#where", "RUNNING");
        browser.awaitText("#session", "Sign in");
        Object height = heightOfBar();

        DESK.giveToken();
        browser.run("document.dispatchEvent(new Event('hapax-session'))");
        browser.awaitText("#session", "Signed in");
        assertThat(heightOfBar()).isEqualTo(height);
        browser.run("sessionStorage.setItem('hapax.actor', 'Bartholomew of the second shift')");
        browser.run("document.dispatchEvent(new Event('hapax-session'))");
        DESK.cable().pull();
        browser.awaitText("#connection", "Disconnected");
        browser.screenshot("390-long-words");
        Object disconnected = heightOfBar();
        DESK.cable().putBack();

        assertThat(disconnected).isEqualTo(height);
        browser.awaitText("#connection", "Live");
        browser.complaints();
    }

    private static Object heightOfBar() {
        return Objects.requireNonNull(DESK.browser().run("return document.querySelector('.bar').offsetHeight"));
    }

    @Test
    void shouldLeadToACaseAndBackFromItsDialogByKeyboard() throws Exception {
        Browser browser = DESK.browser();
        String address = addressOf("quarantine", DESK.sendConflict("by-keyboard"));
        String replay = "main .actions li:first-child button";
        DESK.giveToken();
        browser.open("about:blank");
        DESK.visit("quarantine");
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
