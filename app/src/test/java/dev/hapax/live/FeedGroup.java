package dev.hapax.live;

import static dev.hapax.live.FeedIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.instance.Instance;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is in no topic, and told when it changes: instances, tasks, what numbers are made of, replays. */
abstract class FeedGroup {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void shouldTellOfAnInstanceThatComesAndGoes() throws Exception {
        try (Watcher watcher = GROUP.watcher(0, null)) {
            JsonNode before = watcher.await1("group", data -> true);
            assertThat(before.path("instances")).hasSize(2);
            assertThat(before).isEqualTo(sameFieldsOf(GROUP.get(0, "/api/status"), before));

            Instance third = GROUP.start("three");
            URI address = third.address().orElseThrow();
            try (Watcher own = Watcher.of(GROUP.http(), address, null)) {
                watcher.await1("state", data -> isRunning(data, address));
                watcher.await1("group", data -> isRunning(data, address) && hasTasks(data, address));
                own.await1("state", data -> data.path("ready").asBoolean());

                third.close();

                await().atMost(PATIENCE).until(() -> own.closed() != null);
                assertThat(own.closed()).startsWith("1001 this instance is stopping");
                await().atMost(PATIENCE)
                        .until(() -> watcher.latest("group").path("instances").size() == 2
                                && watcher.latest("state").path("instances").size() == 2);
                assertThat(hasTasks(watcher.latest("group"), address)).isFalse();
            } finally {
                third.close();
            }
        }
    }

    /** What differs from one look to the next is left as the event had it. */
    private static JsonNode sameFieldsOf(JsonNode status, JsonNode event) {
        JsonNode same = status.deepCopy();
        ((ObjectNode) same).set("lag", event.path("lag"));
        return same;
    }

    private static boolean isRunning(JsonNode data, URI instance) {
        for (JsonNode known : data.path("instances")) {
            if (known.path("address").asText().equals(instance.getAuthority())) {
                return known.path("state").asText().equals("RUNNING");
            }
        }
        return false;
    }

    private static boolean hasTasks(JsonNode data, URI instance) {
        for (JsonNode task : data.path("tasks")) {
            if (task.path("instance").asText().equals(instance.getAuthority())) {
                return true;
            }
        }
        return false;
    }

    @Test
    void shouldTellHowFarAReplayIsWhereverItRuns() throws Exception {
        int messages = 30;
        Instant since = Instant.now();
        for (int i = 0; i < messages; i++) {
            GROUP.alert("given-" + i);
        }
        try (Watcher one = GROUP.watcher(0, null);
                Watcher two = GROUP.watcher(1, null)) {
            one.await1("replays", data -> true);
            one.await1("alert", data -> LiveGroup.identity(data).equals("given-" + (messages - 1)));

            String id = GROUP.post(
                            1,
                            "/api/replays",
                            "{\"topic\":\"feed.in\",\"from\":\"" + since
                                    + "\",\"where\":[\"identity=given-*\"],\"rate\":10,\"execute\":true}")
                    .path("id")
                    .asText();
            GROUP.sent(messages);
            await().atMost(PATIENCE).until(() -> {
                double passed = gauge("hapax_replay_passed_offsets");
                return passed > 0 && passed < gauge("hapax_replay_length_offsets");
            });

            for (Watcher watcher : List.of(one, two)) {
                await().atMost(PATIENCE)
                        .until(() -> replay(watcher.latest("replays"), id)
                                .path("state")
                                .asText()
                                .equals("done"));
                JsonNode underWay = watcher.await1(
                        "replays",
                        data -> replay(data, id).path("given").asInt() > 0
                                && replay(data, id).path("state").asText().equals("open"));
                JsonNode done = replay(watcher.latest("replays"), id);
                assertThat(replay(underWay, id).path("passed").asLong())
                        .isLessThan(done.path("passed").asLong());
                assertThat(done.path("passed")).isEqualTo(done.path("length"));
                assertThat(done.path("given").asInt()).isEqualTo(messages);
            }
            await().atMost(PATIENCE).until(() -> gauge("hapax_replay_length_offsets") == 0);
            assertThat(gauge("hapax_replay_passed_offsets")).isZero();
            try (Lines lines = GROUP.stream(0, null)) {
                lines.until("event: replays");
                lines.next();
                assertThat(lines.next()).contains("\"id\":\"" + id + "\"", "\"state\":\"done\"");
            }
        }
    }

    /** As the instance tells it in which the replay runs. */
    private static double gauge(String name) throws Exception {
        String metrics = GROUP.http()
                .send(
                        HttpRequest.newBuilder(GROUP.address(1).resolve("/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        Matcher value = Pattern.compile("(?m)^" + name + " (.*)$").matcher(metrics);
        assertThat(value.find()).as("%s in %s", name, metrics).isTrue();
        return Double.parseDouble(value.group(1));
    }

    private static JsonNode replay(JsonNode data, String id) {
        for (JsonNode item : data.path("items")) {
            if (item.path("id").asText().equals(id)) {
                return item;
            }
        }
        return MissingNode.getInstance();
    }

    @Test
    void shouldTellWhatTheNumbersAreMadeOf() throws Exception {
        try (Watcher watcher = GROUP.watcher(1, null)) {
            GROUP.alert("broken-down");

            await().atMost(PATIENCE)
                    .until(() ->
                            watcher.latest("breakdown").at("/sources/0/read").asInt() == GROUP.sent());
            JsonNode breakdown = watcher.latest("breakdown");
            assertThat(breakdown.at("/decisionsByLabel/billing-failure").asInt())
                    .isPositive();
            assertThat(breakdown.path("instances").asInt()).isEqualTo(2);
            assertThat(breakdown.path("missing")).isEmpty();
            // The guard's numbers are gathered at times of their own.
            await().atMost(PATIENCE)
                    .until(() -> !watcher.latest("breakdown")
                            .path("guard")
                            .path("ages")
                            .isEmpty());
        }
    }
}
