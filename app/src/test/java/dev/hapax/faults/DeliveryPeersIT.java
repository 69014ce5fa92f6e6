package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.app.Typed;
import dev.hapax.described.Described;
import dev.hapax.harness.ApplicationConfig;
import dev.hapax.harness.HapaxProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two instances share the ledger: each shows the mails that the other one has. */
@Timeout(240)
class DeliveryPeersIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("Dashboard, API and metrics: (http://[0-9.:]+)/");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Described DESCRIBED = new Described();
    private static final String TOKEN = "the-token-of-both-instances";
    private static final Duration LONG = Duration.ofSeconds(90);
    private static final int MAILS = 8;

    @RegisterExtension
    static final TestBroker BROKER = new TestBroker();

    private static Path config(int number) throws Exception {
        Path key = BROKER.folder().resolve("shared.pem");
        Map<String, Object> smtp = Map.of(
                "host", "127.0.0.1",
                "port", 9,
                "security", "plain",
                "from", "news@example.com",
                "verified-domains", List.of("example.com"));
        return new ApplicationConfig(
                        "shared", BROKER.bootstrapServers(), BROKER.folder().resolve("state-" + number))
                .set("topics", "partitions", 4)
                .set("admin", "token", TOKEN)
                .set("delivery", "signing-key", key.toString())
                .set("delivery", "channels", Map.of("mail", Map.of("smtp", smtp)))
                .write(BROKER.folder().resolve("shared-" + number + ".yaml"));
    }

    private static HapaxProcess start(int number) throws Exception {
        return HapaxProcess.start(
                BROKER.folder().resolve("shared-" + number + ".log"),
                "run",
                "-c",
                config(number).toString());
    }

    private static String address(HapaxProcess instance) throws IOException {
        Matcher found = ADDRESS.matcher(instance.printed());
        return found.find() ? found.group(1) : "";
    }

    private static String awaitReady(HapaxProcess instance) {
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> get(address(instance), "/health/ready").statusCode() == 200);
        try {
            return address(instance);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpResponse<String> get(String url, String path) throws Exception {
        HttpResponse<String> answer =
                CLIENT.send(HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
        DESCRIBED.check(answer);
        return answer;
    }

    private static void stage(String url, int number) throws Exception {
        create(
                url + "/api/deliveries",
                "{\"id\":\"m" + number + "\",\"channel\":\"mail\",\"target\":\"kim@example.org\",\"mail\":{"
                        + "\"subject\":\"Subject " + number + "\",\"text\":\"Text " + number + "\"}}");
    }

    private static void create(String url, String body) throws Exception {
        HttpResponse<String> answer = CLIENT.send(
                HttpRequest.newBuilder(URI.create(url))
                        .POST(BodyPublishers.ofString(body))
                        .header("Authorization", "Bearer " + TOKEN)
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** The mails that an instance shows without asking another one. */
    private static Set<String> own(String url) throws Exception {
        Set<String> own = new HashSet<>();
        for (int i = 0; i < MAILS; i++) {
            if (get(url, "/api/deliveries/m" + i + "/message?local=true").statusCode() == 200) {
                own.add("m" + i);
            }
        }
        return own;
    }

    private static Map<String, String> subjects(String url, String more) throws Exception {
        HttpResponse<String> answer = get(url, "/api/deliveries?limit=500" + more);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        Map<String, String> subjects = new HashMap<>();
        StreamSupport.stream(JSON.readTree(answer.body()).path("items").spliterator(), false)
                .filter(item -> item.path("subject").isTextual())
                .forEach(item -> subjects.put(
                        item.path("id").asText(), item.path("subject").asText()));
        return subjects;
    }

    @Test
    void shouldShowMailsAndSubjectsThatTheOtherInstanceHas() throws Exception {
        assertThat(Typed.hapax(
                                "delivery",
                                "keygen",
                                BROKER.folder().resolve("shared.pem").toString())
                        .exitCode())
                .isZero();
        String[] create = {"topics", "create", "--replication-factor", "1", "--with-sources", "-c"};
        assertThat(Typed.hapax(with(create, config(1).toString())).exitCode()).isZero();
        Map<String, String> all = new HashMap<>();
        try (HapaxProcess first = start(1);
                HapaxProcess second = start(2)) {
            String one = awaitReady(first);
            String two = awaitReady(second);
            for (int i = 0; i < MAILS; i++) {
                stage(one, i);
                all.put("m" + i, "Subject " + i);
            }

            await("both have mails").atMost(LONG).untilAsserted(() -> {
                Set<String> ofFirst = own(one);
                assertThat(ofFirst).isNotEmpty().hasSizeLessThan(MAILS);
                assertThat(own(two)).doesNotContainAnyElementsOf(ofFirst).hasSize(MAILS - ofFirst.size());
            });
            // It has staged none, so it has asked for none yet.
            assertThat(subjects(two, "&local=true")).containsOnlyKeys(own(two));

            for (String url : List.of(one, two)) {
                assertThat(subjects(url, "")).isEqualTo(all);
                assertThat(subjects(url, "&id=m1&id=m3")).containsOnlyKeys("m1", "m3");
                for (int i = 0; i < MAILS; i++) {
                    JsonNode message = JSON.readTree(
                            get(url, "/api/deliveries/m" + i + "/message").body());
                    assertThat(message.path("subject").asText()).isEqualTo("Subject " + i);
                    assertThat(message.path("text").asText().strip()).isEqualTo("Text " + i);
                }
            }
            previewACampaign(one, two);
            second.kill();
            await("the list goes on without the mails of the other one")
                    .atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(subjects(one, "&alone=true")).isEqualTo(all));
        }
    }

    /** Its recipients are in the stores of both. */
    private static void previewACampaign(String... urls) throws Exception {
        create(
                urls[1] + "/api/campaigns",
                "{\"id\":\"news\",\"channel\":\"mail\",\"subject\":\"News for {{name}}\",\"text\":\"Dear {{name}}\","
                        + "\"unsubscribe\":false}");
        List<String> lines = new ArrayList<>(List.of("id,address,name"));
        for (int i = 0; i < MAILS; i++) {
            lines.add("s" + i + ",kim" + i + "@example.org,Kim " + i);
        }
        Path file = Files.write(BROKER.folder().resolve("news.csv"), lines);
        String[] load = {"campaign", "load", "news", file.toString(), "-c"};
        assertThat(Typed.hapax(with(load, config(1).toString())).exitCode()).isZero();
        for (String url : urls) {
            for (int i = 0; i < MAILS; i++) {
                HttpResponse<String> answer = get(url, "/api/campaigns/news/preview?recipient=s" + i);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                JsonNode mail = JSON.readTree(answer.body());
                assertThat(mail.path("subject").asText()).isEqualTo("News for Kim " + i);
                assertThat(mail.path("to").asText()).contains("kim" + i + "@example.org");
            }
        }
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }
}
