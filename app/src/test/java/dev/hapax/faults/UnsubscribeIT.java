package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignDefinition.CampaignPacing;
import dev.hapax.campaign.Recipient;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.config.Settings;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Suppressions;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.harness.HapaxProcess;
import dev.hapax.operations.Progress;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.UnsubscribeLinks;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Opting out by the links in mails: a real broker, an instance and a worker as processes, and requests as mail programs send them. */
@Timeout(300)
class UnsubscribeIT {

    private static final Duration LONG = Duration.ofSeconds(90);
    private static final String CAMPAIGN = "cmp_42";
    private static final Map<String, Object> LINKS =
            Map.of("url", "https://lists.example.com/u", "secret", "0123456789abcdef0123456789abcdef", "port", 0);
    private static final Pattern LISTENS = Pattern.compile("leads to (http://127\\.0\\.0\\.1:\\d+)/");
    private static final Pattern METRICS =
            Pattern.compile("Dashboard, API and metrics: (http://127\\.0\\.0\\.1:\\d+/)");

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private final HttpClient client = HttpClient.newHttpClient();

    private static DeliveryApplication application(String name, String bootstrapServers, boolean hashed)
            throws Exception {
        return DeliveryApplication.of(
                name,
                bootstrapServers,
                BROKER.folder(),
                1,
                config -> config.set("campaign", "unsubscribe", LINKS)
                        .set("delivery", "hash-suppressions", hashed)
                        .set("delivery", "claim-batch", 5));
    }

    private static URI found(HapaxProcess instance, Pattern line) {
        return await().atMost(LONG)
                .until(
                        () -> {
                            Matcher matcher = line.matcher(instance.printed());
                            return matcher.find() ? URI.create(matcher.group(1)) : null;
                        },
                        Objects::nonNull);
    }

    /** The mail of a campaign to the recipient of a delivery, as its mail program reads it. */
    private static Message mail(Settings settings, int number) throws Exception {
        CampaignDefinition definition = new CampaignDefinition(
                "mail",
                null,
                "Hello",
                "Hello. {{unsubscribe}}",
                null,
                Map.of(),
                true,
                0,
                0,
                new CampaignPacing(null, null, 0, List.of(), null, 1),
                1_780_000_000_000L);
        byte[] bytes = CampaignMail.of(
                        CAMPAIGN,
                        definition,
                        "news@example.com",
                        UnsubscribeLinks.of(settings.campaign().unsubscribe()))
                .render(
                        new Recipient("sub_" + number, DeliveryApplication.recipient(number), Map.of()),
                        Integer.MAX_VALUE);
        DefaultMessageBuilder builder = new DefaultMessageBuilder();
        builder.setMimeEntityConfig(MimeConfig.PERMISSIVE);
        return builder.parseMessage(new ByteArrayInputStream(bytes));
    }

    /** What the header of a mail leads to. The proxy in front of an instance answers for the public address. */
    private static URI link(URI instance, Settings settings, int number) throws Exception {
        Message mail = mail(settings, number);
        assertThat(mail.getHeader().getField("List-Unsubscribe-Post").getBody().strip())
                .isEqualTo("List-Unsubscribe=One-Click");
        String header = mail.getHeader().getField("List-Unsubscribe").getBody().strip();
        assertThat(header).startsWith("<https://lists.example.com/u/").endsWith(">");
        return instance.resolve(
                URI.create(header.substring(1, header.length() - 1)).getRawPath());
    }

    private HttpResponse<String> optOut(URI link) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(link)
                        .POST(BodyPublishers.ofString("List-Unsubscribe=One-Click"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .build(),
                BodyHandlers.ofString());
    }

    private String get(URI address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body();
    }

    private static void awaitStates(DeliveryApplication application, Map<DeliveryState, Integer> states) {
        await().atMost(LONG)
                .pollInterval(Duration.ofMillis(300))
                .ignoreExceptions()
                .untilAsserted(() -> assertThat(application.states()).isEqualTo(states));
    }

    private static List<String> recipients(int from, int to, int step) {
        List<String> recipients = new ArrayList<>();
        for (int i = from; i < to; i += step) {
            recipients.add(DeliveryApplication.recipient(i));
        }
        return recipients;
    }

    @Test
    void shouldHonourEveryOptOutThatIsAcknowledgedBeforeTheClaim() throws Exception {
        try (DeliveryApplication application = application("unsubscribed", BROKER.bootstrapServers(), false);
                HapaxProcess instance = application.startInstance()) {
            Settings settings = application.clients().settings();
            URI listener = found(instance, LISTENS);
            application.stage(0, 20, 0);
            awaitStates(application, Map.of(DeliveryState.DUE, 20));
            for (int i = 1; i < 20; i += 2) {
                assertThat(get(link(listener, settings, i - 1))).contains("***@example.org");
                assertThat(optOut(link(listener, settings, i)).statusCode()).isEqualTo(200);
                assertThat(optOut(link(listener, settings, i)).statusCode()).isEqualTo(200);
            }

            try (HapaxProcess worker = application.startWorker(0)) {
                awaitStates(application, Map.of(DeliveryState.SENT, 10, DeliveryState.SUPPRESSED, 10));
                // The worker is at work: each delivery may be claimed as soon as it is staged.
                for (int i = 20; i < 60; i++) {
                    assertThat(optOut(link(listener, settings, i)).statusCode()).isEqualTo(200);
                    application.stage(i, i + 1, 0);
                }
                awaitStates(application, Map.of(DeliveryState.SENT, 10, DeliveryState.SUPPRESSED, 50));
                assertThat(worker.isAlive()).isTrue();
            }

            assertThat(application.mailServer().accepted().keySet())
                    .containsExactlyInAnyOrderElementsOf(recipients(0, 20, 2));
            List<SuppressionList.Entry> list =
                    new SuppressionList(application.clients(), Clock.systemUTC()).list(Progress.UNSEEN);
            assertThat(list).hasSize(50).allSatisfy(entry -> {
                assertThat(entry.by()).isEqualTo("recipient");
                assertThat(entry.reason()).isEqualTo("unsubscribe link of campaign cmp_42");
            });
            assertThat(get(found(instance, METRICS).resolve("metrics")))
                    .contains(
                            "hapax_unsubscribes_total{result=\"done\"} 60.0",
                            "hapax_unsubscribes_total{result=\"shown\"} 10.0",
                            "hapax_unsubscribes_total{result=\"failed\"} 0.0");
            assertThat(instance.printed()).contains("unsubscribe: done");
        }
    }

    @Test
    void shouldStoreHashesAndRefuseWhenTheBrokersAreGone() throws Exception {
        EmbeddedBroker broker = EmbeddedBroker.start(BROKER.folder().resolve("own-broker"));
        try (DeliveryApplication application = application("hashed", broker.bootstrapServers(), true);
                HapaxProcess instance = application.startInstance()) {
            Settings settings = application.clients().settings();
            URI listener = found(instance, LISTENS);
            assertThat(optOut(link(listener, settings, 1)).statusCode()).isEqualTo(200);
            assertThat(new SuppressionList(application.clients(), Clock.systemUTC()).list(Progress.UNSEEN))
                    .extracting(SuppressionList.Entry::address)
                    .containsExactly(Suppressions.hashed(DeliveryApplication.recipient(1)));

            broker.close();
            HttpResponse<String> refused = optOut(link(listener, settings, 2));

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            assertThat(instance.printed()).doesNotContain(DeliveryApplication.recipient(1));
        } finally {
            broker.close();
        }
    }
}
