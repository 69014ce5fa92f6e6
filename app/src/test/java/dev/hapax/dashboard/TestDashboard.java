package dev.hapax.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A browser before two instances that share an application, for all tests of a class and those nested in it. Each test begins
 * with the live view, wide, and ends with a look at what the page should not have done.
 */
final class TestDashboard implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

    static final String TOKEN = "the-token-of-this-test";
    /** Runs where it is taken for markup, by a parser that runs scripts or by one that does not. */
    static final String MARKUP = "<script>window.pwned = true</script><img src=x onerror='window.pwned = true'>";

    static final String ALERTS = "table[aria-label=Alerts] tbody tr";

    private final TestBroker broker = new TestBroker();
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    @SuppressWarnings("NullAway.Init") // set before any test
    private Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private Instance instance;

    @SuppressWarnings("NullAway.Init") // set before any test
    private Instance guarded;

    @SuppressWarnings("NullAway.Init") // set before any test
    private Cable cable;

    @SuppressWarnings("NullAway.Init") // set before any test
    private Browser browser;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (isWithin(context)) {
            return;
        }
        broker.beforeAll(context);
        application = ending(broker.application("dashboard"));
        application.createTopics(config("one"));
        instance = ending(InProcess.start(config("one"), broker.folder().resolve("one.yaml")));
        int port = freePort();
        guarded = ending(InProcess.start(
                config("two")
                        .set("admin", "listen", "0.0.0.0")
                        .set("admin", "port", port)
                        .set("admin", "advertised", "127.0.0.1:" + port)
                        .set("admin", "mask", List.of("/card/number")),
                broker.folder().resolve("two.yaml")));
        cable = ending(new Cable(instance.address().orElseThrow().getPort()));
        browser = ending(new Browser(Path.of(System.getProperty("hapax.root"), "app", "target", "screenshots")));
        InProcess.awaitRunning(List.of(instance, guarded));
        browser.awaitPage(instance.address().orElseThrow() + "health/ready", "\"ready\"");
    }

    /** Of a class within, for which all is there. */
    private static boolean isWithin(ExtensionContext context) {
        return context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
    }

    private <T extends AutoCloseable> T ending(T part) {
        started.push(part);
        return part;
    }

    private ApplicationConfig config(String state) {
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

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (isWithin(context)) {
            return;
        }
        while (!started.isEmpty()) {
            started.pop().close();
        }
        broker.afterAll(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        browser.complaints();
        browser.width(Browser.WIDE);
        visit("live");
        browser.awaitText("#connection", "Live");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        browser.run("sessionStorage.clear()");
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return window.pwned === undefined"))
                .as("ran no script but its own")
                .isEqualTo(true);
        assertThat(browser.count("main script, main img"))
                .as("took nothing for markup that came in a message")
                .isZero();
    }

    Browser browser() {
        return browser;
    }

    Cable cable() {
        return cable;
    }

    Application application() {
        return application;
    }

    /** The one that the cable leads to. */
    Instance instance() {
        return instance;
    }

    /** Listens beyond loopback, and masks. */
    Instance guarded() {
        return guarded;
    }

    /** Where an instance is reached from here, whatever it listens on. */
    static URI near(Instance each) {
        return URI.create("http://127.0.0.1:" + each.address().orElseThrow().getPort() + "/");
    }

    /** @param view the name of one, or what {@link #addressOf} says */
    void visit(String view) {
        browser.open("http://127.0.0.1:" + cable.port() + "/" + (view.startsWith("#") ? view : "#/" + view));
    }

    static String addressOf(String view, String name) {
        return "#/" + view + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8);
    }

    void signIn(String token) {
        browser.type("dialog [name=token]", token);
        browser.type("dialog [name=actor]", "ann");
        browser.press("dialog", "Sign in");
    }

    /** As if someone had signed in before. */
    void giveToken() {
        browser.run("sessionStorage.setItem('hapax.token', arguments[0])", TOKEN);
    }

    RecordMetadata send(String id, String subject) throws Exception {
        return application.send(id, subject, System.currentTimeMillis());
    }

    /** A message and one that contradicts it; the name of its case. */
    String sendConflict(String id) throws Exception {
        send(id, "Payment failed");
        return caseOf(send(id, "Payment done " + MARKUP));
    }

    static String caseOf(RecordMetadata message) {
        return message.topic() + "-" + message.partition() + "@" + message.offset();
    }

    /** Holds the page as it is against axe-core's rules and the width of its window, in both themes. */
    void assertFitAndAccessible(String what, int width) throws IOException {
        for (String theme : List.of("light", "dark")) {
            browser.theme(theme);
            browser.screenshot(width + "-" + theme + "-" + what.replaceAll("\\W+", "-"));
            assertThat(browser.violations())
                    .as("%s, %s, %d", what, theme, width)
                    .isEmpty();
        }
        assertThat(browser.overhang()).as("%s, %d", what, width).isZero();
    }
}
