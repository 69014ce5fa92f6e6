package dev.hapax.dashboard;

import static dev.hapax.dashboard.DashboardIT.DASHBOARD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Views of deliveries and campaigns. The page, its headers and everything else are the instance's; scripts in the browser answer
 * the requests for these, so that a test can have any of them at once.
 */
abstract class ScriptedAnswers {

    private final List<String> scripts;
    private final List<String> running = new ArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // set before each test
    private ServerSocket remote;

    ScriptedAnswers(String... scripts) {
        this.scripts = List.of(scripts);
    }

    @BeforeEach
    void answer() throws Exception {
        remote = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread listening = new Thread(this::listen, "remote");
        listening.setDaemon(true);
        listening.start();
        for (String name : scripts) {
            try (InputStream script = ScriptedAnswers.class.getResourceAsStream(name)) {
                String text = new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
                running.add(DASHBOARD
                        .browser()
                        .runFirst(text.replace("@REMOTE@", "http://127.0.0.1:" + remote.getLocalPort())));
            }
        }
    }

    /** The host that a mail wants to reach. */
    private void listen() {
        while (true) {
            try {
                remote.accept().close();
                connections.incrementAndGet();
            } catch (IOException e) {
                return;
            }
        }
    }

    /** The next test gets a page without these answers. */
    @AfterEach
    void answerNoMore() throws Exception {
        Browser browser = DASHBOARD.browser();
        assertThat(browser.run("return window.pwned === undefined")).isEqualTo(true);
        browser.run("sessionStorage.clear()");
        running.forEach(browser::runNoMore);
        browser.open("about:blank");
        DASHBOARD.visit("live");
        remote.close();
    }

    static void visit(String view, String... roles) {
        Browser browser = DASHBOARD.browser();
        DASHBOARD.giveToken();
        browser.run("sessionStorage.setItem('hapax.actor', 'ann')");
        browser.run("sessionStorage.setItem('hapax.roles', JSON.stringify(arguments[0]))", List.of(roles));
        browser.open("about:blank");
        DASHBOARD.visit(view);
        browser.awaitNone("main .spinner");
    }

    /** What the page has sent. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> posted(String answers) {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(DASHBOARD.browser().run("return window." + answers + ".posted"));
    }

    /** Neither now nor a little later. */
    void assertNoConnection() throws IOException {
        await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(3)).until(() -> connections.get() == 0);
        // A connection would have been noticed.
        new Socket(InetAddress.getLoopbackAddress(), remote.getLocalPort()).close();
        await().until(() -> connections.get() == 1);
    }
}
