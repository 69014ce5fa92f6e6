package dev.hapax.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.described.Described;
import dev.hapax.faults.TestBroker;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.instance.Instance;
import dev.hapax.live.InProcess;
import dev.hapax.live.Watcher;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A broker and two instances that answer over HTTPS and mask a card's number, for all tests of a class and those nested in it. At
 * the end nothing that was answered or told may have that number in it, and everything was answered as it is described.
 */
final class WorkGroup implements BeforeAllCallback, AfterAllCallback {

    static final String TOKEN = "correct-horse-battery-staple";
    static final Duration PATIENCE = Duration.ofMinutes(2);
    static final String CARD = "4111222233334444";

    private final TestBroker broker = new TestBroker();
    private final List<String> answers = Collections.synchronizedList(new ArrayList<>());
    private final Described described = new Described();
    private final List<Api> apis = new ArrayList<>();
    private final List<Watcher> watchers = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before any test
    private Application application;

    @SuppressWarnings("NullAway.Init") // set before any test
    private Certificate certificate;

    /** In this process, since that is sooner there. */
    @SuppressWarnings("NullAway.Init") // set before any test
    private Instance one;

    /** In one of its own, to be killed. */
    @SuppressWarnings("NullAway.Init") // set before any test
    private HapaxProcess two;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (isNested(context)) {
            return;
        }
        broker.beforeAll(context);
        application = broker.application("work");
        certificate = Certificate.make(broker.folder().resolve("hapax.p12"));
        application.createTopics(config("one", 0));
        int port = freePort();
        two = application.start(config("two", port));
        one = InProcess.start(config("one", 0), broker.folder().resolve("one.yaml"));
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(5))
                .sslContext(certificate.trusting())
                .build();
        for (URI instance : List.of(one.address().orElseThrow(), URI.create("https://127.0.0.1:" + port + "/"))) {
            apis.add(new Api(client, instance, answers, described));
        }
        await().atMost(PATIENCE).ignoreExceptions().until(this::bothWork);
        for (Api api : apis) {
            api.collectEvents();
            watchers.add(Watcher.of(client, URI.create("https://" + api.address()), null));
        }
    }

    private boolean bothWork() throws Exception {
        if (!two.isAlive()) {
            throw new AssertionError(two.printed());
        }
        for (Api api : apis) {
            if (api.get("/health/ready").status() != 200) {
                return false;
            }
        }
        return application.members().size() == 2
                && application.members().values().stream().allMatch(partitions -> partitions > 0);
    }

    private ApplicationConfig config(String name, int port) {
        return application
                .config(name)
                .set("topics", "partitions", 4)
                .set("admin", "port", port)
                .set("admin", "token", TOKEN)
                .set("admin", "tls", certificate.settings())
                .set("admin", "mask", List.of("/card/number"))
                .source(application.input(), Map.of("namespace", "shop"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (isNested(context)) {
            return;
        }
        watchers.forEach(watcher -> answers.addAll(watcher.texts()));
        watchers.forEach(Watcher::close);
        two.close();
        one.close();
        application.close();
        broker.afterAll(context);
        assertThat(answers)
                .anyMatch(line -> line.equals("event: quarantine"))
                .anyMatch(line -> line.equals("event: alert"))
                .anyMatch(line -> line.startsWith("{\"type\":\"quarantine\""))
                .noneMatch(answer -> answer.contains(CARD));
        assertThat(described.unmet())
                .as("schemas that no answer was held against; DeliveryApiIT and CampaignApiIT do it for deliveries")
                .allMatch(name ->
                        name.startsWith("Delivery") || name.startsWith("Campaign") || name.startsWith("Suppression"));
    }

    /** Of a class within: all is there. */
    private static boolean isNested(ExtensionContext context) {
        return context.getParent().flatMap(ExtensionContext::getTestClass).isPresent();
    }

    Application application() {
        return application;
    }

    List<Api> apis() {
        return apis;
    }

    Api api(int instance) {
        return apis.get(instance);
    }

    /** All that was answered so far, and every line of server-sent events. */
    List<String> answers() {
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }

    List<Watcher> watchers() {
        return watchers;
    }

    void killTheSecond() throws InterruptedException {
        two.kill();
    }
}
