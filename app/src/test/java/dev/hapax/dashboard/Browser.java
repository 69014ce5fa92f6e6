package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Chromium, as a person uses it, and what a person would not see: its console, and what axe-core says. */
final class Browser implements AutoCloseable {

    static final int WIDE = 1440;
    static final int NARROW = 390;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int HEIGHT = 900;
    private static final int MOST_STOPS = 60;

    private final ChromeDriver driver;
    private final Path screenshots;
    private final String axe;

    Browser(Path screenshots) throws IOException {
        LoggingPreferences console = new LoggingPreferences();
        console.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(installed("chromium").orElseThrow().toString());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en");
        options.setCapability("goog:loggingPrefs", console);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(installed("chromedriver").orElseThrow().toFile())
                .build();
        this.driver = new ChromeDriver(service, options);
        this.screenshots = Files.createDirectories(screenshots);
        this.axe = axe();
    }

    /** For JUnit: whether there is one; says how to get it where there is none. */
    static boolean isInstalled() {
        boolean there =
                installed("chromium").isPresent() && installed("chromedriver").isPresent();
        if (!there) {
            String missing = "No chromium here, so the dashboard is not tested:"
                    + " 'apt-get install chromium chromium-driver' gets it on Debian";
            assertThat(System.getenv("HAPAX_CI")).as(missing).isNull();
            System.out.println(missing);
        }
        return there;
    }

    private static Optional<Path> installed(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String axe() throws IOException {
        Properties about = new Properties();
        try (InputStream properties = resource("maven/org.webjars.npm/axe-core/pom.properties")) {
            about.load(properties);
        }
        try (InputStream script =
                resource("resources/webjars/axe-core/" + about.getProperty("version") + "/axe.min.js")) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream resource(String name) {
        return Objects.requireNonNull(Browser.class.getResourceAsStream("/META-INF/" + name), name);
    }

    void open(String address) {
        driver.get(address);
    }

    /** Opens it again and again, until it says so. */
    void awaitPage(String address, String text) {
        await(address)
                .atMost(PATIENCE)
                .ignoreException(WebDriverException.class)
                .until(() -> {
                    driver.get(address);
                    return text("body").contains(text);
                });
    }

    /** Chromium's own window can't be as narrow as a phone. */
    void width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", false));
    }

    void theme(String theme) {
        run("document.documentElement.dataset.theme = arguments[0]", theme);
    }

    @Nullable
    Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** What stands there, once there is something. */
    String text(String selector) {
        return use(selector, WebElement::getText);
    }

    void awaitText(String selector, String text) {
        await("'" + text + "' in " + selector)
                .atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> driver.findElements(By.cssSelector(selector)).stream()
                        .anyMatch(element -> element.getText().contains(text)));
    }

    void awaitNone(String selector) {
        await("no " + selector)
                .atMost(PATIENCE)
                .until(() -> driver.findElements(By.cssSelector(selector)).isEmpty());
    }

    int count(String selector) {
        return driver.findElements(By.cssSelector(selector)).size();
    }

    void click(String selector) {
        use(selector, Browser::click);
    }

    private static boolean click(WebElement element) {
        element.click();
        return true;
    }

    /** Presses the button that says so. */
    void press(String within, String words) {
        use(
                "the button '" + words + "' in " + within,
                () -> driver.findElements(By.cssSelector(within + " button")).stream()
                        .filter(button -> button.isDisplayed() && button.isEnabled())
                        .filter(button -> button.getText().equals(words)),
                Browser::click);
    }

    /** Types it in the place of what stands there. */
    void type(String selector, String text) {
        use(selector, field -> {
            field.clear();
            field.sendKeys(text);
            return true;
        });
    }

    /** Types it after what stands there. */
    void write(String selector, String text) {
        use(selector, field -> {
            field.sendKeys(text);
            return true;
        });
    }

    /** Runs a script in every page that is opened from now on, before any of its own; the name by which to stop that. */
    String runFirst(String script) {
        return (String) Objects.requireNonNull(
                driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
                        .get("identifier"));
    }

    void runNoMore(String name) {
        driver.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", name));
    }

    /** What stands in a frame. */
    String textOfFrame(String selector) {
        driver.switchTo().frame(driver.findElement(By.cssSelector(selector)));
        try {
            return driver.findElement(By.cssSelector("body")).getText();
        } finally {
            driver.switchTo().defaultContent();
        }
    }

    /** Clicks all that can be clicked in a frame, and whatever lies above it. */
    void clickAllInFrame(String selector) {
        driver.switchTo().frame(driver.findElement(By.cssSelector(selector)));
        try {
            driver.findElements(By.cssSelector("a, button, input"))
                    .forEach(element -> driver.executeScript("arguments[0].click()", element));
        } finally {
            driver.switchTo().defaultContent();
        }
    }

    /** Types keys, wherever the focus is. */
    void strike(String keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Strikes a key, wherever the focus is. */
    void key(Keys key) {
        new Actions(driver).sendKeys(key).perform();
    }

    boolean hasFocus(String selector) {
        return Boolean.TRUE.equals(run("return document.activeElement.matches(arguments[0])", selector));
    }

    /** Goes on by the tabulator until that has the focus. */
    void tabTo(String selector) {
        for (int i = 0; i < MOST_STOPS; i++) {
            key(Keys.TAB);
            if (hasFocus(selector)) {
                return;
            }
        }
        throw new AssertionError(selector + " does not get the focus within " + MOST_STOPS + " strokes");
    }

    private <T> T use(String selector, Function<WebElement, T> action) {
        return use(selector, () -> driver.findElements(By.cssSelector(selector)).stream(), action);
    }

    /** Does something with the first of the elements, once there is one. The page may replace it meanwhile: then once more. */
    private static <T> T use(String what, Supplier<Stream<WebElement>> elements, Function<WebElement, T> action) {
        return await(what)
                .atMost(PATIENCE)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> elements.get().findFirst().map(action), Optional::isPresent)
                .orElseThrow();
    }

    void screenshot(String name) throws IOException {
        Files.write(screenshots.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    /** What axe-core finds wrong with the page as it is. */
    List<?> violations() {
        if (Boolean.TRUE.equals(run("return window.axe === undefined"))) {
            run(axe);
        }
        Object found = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document, { resultTypes: ['violations'] }).then(
                    (result) => done(result.violations.flatMap(
                        (each) => each.nodes.map((node) => each.id + ': ' + node.html + ' ' + node.failureSummary))),
                    (error) => done([String(error)]));
                """);
        return (List<?>) Objects.requireNonNull(found);
    }

    /** How many pixels wider than its window the page is. */
    long overhang() {
        return (Long) Objects.requireNonNull(
                run("return document.documentElement.scrollWidth - document.documentElement.clientWidth"));
    }

    /** The errors the console got since it was last asked; what breaks the content policy is among them. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().equals(Level.SEVERE))
                .map(entry -> entry.getMessage())
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
