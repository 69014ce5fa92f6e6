package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.hapax.app.Typed;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.topics.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a worker refuses to start, and what it says then. */
@Timeout(300)
class DeliverStartIT {

    private static final Duration LONG = Duration.ofSeconds(90);

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final GreenMail mailServer = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @BeforeEach
    void startMailServer() {
        mailServer.start();
        mailServer.setUser("hapax", "hapax", "right");
    }

    @AfterEach
    void stopMailServer() {
        mailServer.stop();
    }

    private Path key(String name) {
        Path key = BROKER.folder().resolve(name + ".pem");
        if (!Files.exists(key)) {
            assertThat(Typed.hapax("delivery", "keygen", key.toString()).exitCode())
                    .isZero();
        }
        return key;
    }

    private Path config(String name, Map<String, Object> smtpSettings) throws Exception {
        Map<String, Object> smtp = new HashMap<>(Map.of(
                "host", "127.0.0.1",
                "port", mailServer.getSmtp().getPort(),
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com")));
        smtp.putAll(smtpSettings);
        return new ApplicationConfig(
                        name, BROKER.bootstrapServers(), BROKER.folder().resolve("state-" + name))
                .set("topics", "partitions", 1)
                .set("delivery", "signing-key", key(name).toString())
                .set("delivery", "channels", Map.of("mail", Map.of("smtp", smtp)))
                .write(BROKER.folder().resolve(name + ".yaml"));
    }

    private static void hapax(Path config, String... words) {
        String[] all = new String[words.length + 2];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "-c";
        all[words.length + 1] = config.toString();
        Typed typed = Typed.hapax(all);
        assertThat(typed.exitCode()).as(typed.out() + typed.err()).isZero();
    }

    private static Typed deliver(Path config) {
        return Typed.hapax("deliver", "-c", config.toString());
    }

    private static void assertRefused(Typed typed, String... why) {
        assertThat(typed.exitCode()).as(typed.err()).isEqualTo(1);
        assertThat(typed.err()).contains(why);
    }

    @Test
    void shouldRefuseToStartWithTheReasonAndTheRemedy() throws Exception {
        Path config = config("refused", Map.of());
        hapax(config, "topics", "create", "--replication-factor", "1", "--with-sources");
        assertRefused(deliver(config), "sending is off in cluster", "hapax delivery enable");
        hapax(config, "delivery", "enable", "--reason", "test");

        assertRefused(
                deliver(config("refused", Map.of("security", "starttls"))),
                "delivery.channels.mail.smtp",
                "does not offer STARTTLS",
                "Set port, security, user and password");
        assertRefused(
                deliver(config("refused", Map.of("security", "tls"))),
                "no TLS with 127.0.0.1",
                "Set host, port and security");
        Typed wrongPassword = deliver(config("refused", Map.of("user", "hapax", "password", "wrong")));
        assertRefused(wrongPassword, "535", "Set port, security, user and password");
        assertThat(wrongPassword.err()).doesNotContain("wrong\"");
        assertRefused(
                deliver(config(
                        "refused",
                        Map.of("dkim", Map.of("domain", "example.com", "selector", "a", "key", "nowhere.pem")))),
                "delivery.channels.mail.smtp.dkim.key",
                "nowhere.pem",
                "openssl genpkey");
        Typed unverified = deliver(config("refused", Map.of("from", "news@example.org")));
        assertThat(unverified.exitCode()).as(unverified.err()).isEqualTo(2);
        assertThat(unverified.err()).contains("verified-domains");

        Path unreadable = config("refused", Map.of());
        Files.writeString(BROKER.folder().resolve("refused.pem"), "no key");
        assertRefused(deliver(unreadable), "delivery.signing-key", "hapax delivery keygen");
        assertThat(mailServer.getReceivedMessages()).isEmpty();
    }

    @Test
    void shouldRefuseToStartWithoutTheClaimLog() throws Exception {
        Path config = config("unclaimed", Map.of());
        hapax(config, "topics", "create", "--replication-factor", "1", "--with-sources");
        hapax(config, "delivery", "enable", "--reason", "test");
        recreate("unclaimed.deliveries.claims");

        assertRefused(deliver(config), "the claim log unclaimed.deliveries.claims-0", "--strand-due");
    }

    private static void recreate(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", BROKER.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get();
            NewTopic anew = new NewTopic(topic, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"));
            await().ignoreExceptions().until(() -> {
                admin.createTopics(List.of(anew)).all().get();
                return true;
            });
        }
    }

    private static void awaitState(DeliveryApplication application, int number, DeliveryState state) {
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .until(() -> application.get(number).state() == state);
    }

    @Test
    void shouldStrandOnlyWhatIsStillDueWhenTheClaimLogIsStartedAnew() throws Exception {
        try (DeliveryApplication application =
                        DeliveryApplication.of("renewed", BROKER.bootstrapServers(), BROKER.folder(), 1, it -> it);
                HapaxProcess instance = application.startInstance()) {
            try (HapaxProcess worker = application.startWorker(0)) {
                application.stage(0, 1, 0);
                awaitState(application, 0, DeliveryState.SENT);
                worker.terminate();
                assertThat(worker.exitCode(LONG.toSeconds())).isZero();
            }
            application.stage(1, 2, 0);
            awaitState(application, 1, DeliveryState.DUE);
            recreate(application.application().topic(Topic.CLAIMS));
            String file = application.file(0).toString();

            Typed refused = Typed.hapax("delivery", "enable", "--reason", "again", "-c", file);
            Typed enabled = Typed.hapax("delivery", "enable", "--reason", "again", "--strand-due", "-c", file);

            assertRefused(refused, "Add --strand-due");
            assertThat(enabled.exitCode()).as(enabled.err()).isZero();
            assertThat(enabled.out()).contains("1 delivery is stranded");
            awaitState(application, 1, DeliveryState.STRANDED);
            assertThat(application.get(0).history())
                    .extracting(Delivery.Entry::what)
                    .endsWith("sent");
            assertThat(instance.isAlive()).isTrue();
        }
    }
}
