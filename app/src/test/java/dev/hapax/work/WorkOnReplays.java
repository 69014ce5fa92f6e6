package dev.hapax.work;

import static dev.hapax.work.AdminWorkIT.GROUP;
import static dev.hapax.work.Api.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.work.Api.Answer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Replays over HTTPS: one at a time for each instance, and any of them goes on with it. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class WorkOnReplays {

    @Test
    void shouldGiveMessagesAgain() throws Exception {
        long time = System.currentTimeMillis();
        RecordMetadata sent = GROUP.application().send("again", "text", time);
        Api one = GROUP.api(0);
        Api ann = one.as(WorkGroup.TOKEN, "ann");
        String key = "/api/keys/shop:again";
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> one.get(key).body().path("suppresses").asBoolean());
        String what = "{\"topic\":\"" + GROUP.application().input() + "\",\"from\":\"" + sent.partition() + ":"
                + sent.offset() + "\",\"to\":\"" + sent.partition() + ":" + (sent.offset() + 1)
                + "\",\"reason\":\"a test\"";

        Answer forecast = ann.post("/api/replays", what + "}");
        assertThat(forecast.status()).isEqualTo(200);
        assertThat(forecast.body().path("dryRun").asBoolean()).isTrue();
        assertThat(forecast.body().path("admitted").asInt()).isEqualTo(1);
        assertThat(forecast.text("/command"))
                .startsWith("hapax replay -c FILE --topic ")
                .doesNotContain("--execute");
        assertThat(one.get(key).body().path("remembered")).hasSize(1);

        Answer begun = ann.post("/api/replays", what + ",\"execute\":true}");
        assertThat(begun.status()).isEqualTo(202);
        String id = begun.text("/id");
        assertThat(begun.text("/command"))
                .startsWith("hapax replay -c FILE --topic ")
                .contains("--reason 'a test' --execute --as ann");
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> one.get("/api/replays/" + id).text("/state").equals("done"));
        assertThat(one.get("/api/replays/" + id).body().path("given").asInt()).isEqualTo(1);
        assertThat(GROUP.api(1).get("/api/replays").text("/items/0/id")).isEqualTo(id);
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> one.get(key).body().path("remembered").size() == 2);

        Answer resumed = ann.post("/api/replays/" + id + "/resume", "{}");
        assertThat(resumed.status()).isEqualTo(409);
        assertThat(resumed.text("/detail")).contains("is done");
        assertThat(ann.post("/api/replays/" + id + "/cancel", "").text("/state"))
                .isEqualTo("done");
    }

    @Test
    void shouldRunOneReplayAtATimeAndStopItWhenCancelled() throws Exception {
        for (int i = 0; i < 30; i++) {
            GROUP.application().send("slow" + i, "text", System.currentTimeMillis());
        }
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        String what = "{\"topic\":\"" + GROUP.application().input()
                + "\",\"from\":\"earliest\",\"where\":[\"identity=shop:slow*\"],\"rate\":1,\"execute\":true}";

        Answer begun = ann.post("/api/replays", what);
        assertThat(begun.status()).isEqualTo(202);
        String id = begun.text("/id");
        assertThat(ann.get("/api/replays/" + id).body().path("runsHere").asBoolean())
                .isTrue();
        Answer second = ann.post("/api/replays", what);
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.text("/detail")).contains("runs replay " + id);

        // By the other instance: whoever runs it is stopped.
        Answer cancelled = GROUP.api(1).as(WorkGroup.TOKEN, "bob").post("/api/replays/" + id + "/cancel", "{}");
        assertThat(cancelled.text("/state")).isEqualTo("cancelled");
        assertThat(cancelled.text("/by")).isEqualTo("bob");
        await().atMost(WorkGroup.PATIENCE)
                .until(() ->
                        !ann.get("/api/replays/" + id).body().path("runsHere").asBoolean());
    }

    /** Last: the others need both. */
    @Test
    @Order(Integer.MAX_VALUE)
    void shouldResumeAReplayWhoseInstanceWasKilled() throws Exception {
        int messages = 12;
        for (int i = 0; i < messages; i++) {
            GROUP.application().send("killed" + i, "text", System.currentTimeMillis());
        }
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        Api bob = GROUP.api(1).as(WorkGroup.TOKEN, "bob");
        String id = bob.post(
                        "/api/replays",
                        "{\"topic\":\"" + GROUP.application().input()
                                + "\",\"from\":\"earliest\",\"where\":[\"identity=shop:killed*\"],\"rate\":2,\"execute\":true}")
                .text("/id");
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> ann.get("/api/replays/" + id).body().path("given").asInt() > 0);

        String guardedByTwo = guardedBy(bob);

        GROUP.killTheSecond();
        List<Integer> meanwhile = new ArrayList<>(List.of(ann.get(guardedByTwo).status()));
        Answer left = ann.get("/api/replays/" + id);
        assertThat(left.text("/state")).isEqualTo("open");
        assertThat(left.body().path("given").asInt()).isBetween(1, messages - 1);

        assertThat(ann.post("/api/replays/" + id + "/resume", "{\"rate\":1000}").status())
                .isEqualTo(202);
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> ann.get("/api/replays/" + id).text("/state").equals("done"));
        assertThat(ann.get("/api/replays/" + id).body().path("given").asInt()).isEqualTo(messages);
        for (int i = 0; i < messages; i++) {
            String path = "/api/decisions?identity=" + encoded("shop:killed" + i);
            await().atMost(WorkGroup.PATIENCE)
                    .until(() -> ann.get(path).body().path("items").size() == 2);
        }
        await().atMost(WorkGroup.PATIENCE).until(() -> {
            meanwhile.add(ann.get(guardedByTwo).status());
            return meanwhile.get(meanwhile.size() - 1) == 200;
        });
        // Who guarded it is gone; then nobody does; then the other.
        assertThat(meanwhile).startsWith(502).isSubsetOf(502, 503, 200);
    }

    /** The path of a key that this instance answers for. */
    private static String guardedBy(Api api) throws Exception {
        for (int i = 0; i < 12; i++) {
            String path = "/api/keys/shop:killed" + i;
            if (api.get(path).text("/answeredBy").equals(api.address())) {
                return path;
            }
        }
        throw new AssertionError(api.address() + " guards none of twelve keys");
    }
}
