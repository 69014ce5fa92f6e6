package dev.hapax.work;

import static dev.hapax.work.AdminWorkIT.GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.harness.Application;
import dev.hapax.work.Api.Answer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** What an operator does to all cases that match, over HTTPS, after having them counted. */
abstract class WorkOnManyCases {

    @Test
    void shouldDropAndReplayAllThatMatchOnceItIsSaid() throws Exception {
        for (int i = 0; i < 3; i++) {
            poison("{\"subject\":\"many\",\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}");
            poison("{broken " + WorkGroup.CARD);
        }
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        await().atMost(WorkGroup.PATIENCE).until(() -> open(ann, "") == 6);

        Answer counted = ann.post("/api/quarantine/drop", drop("{\"reason\":[\"UNREADABLE\"]}", ""));
        assertThat(counted.status()).isEqualTo(200);
        assertThat(counted.body().path("dryRun").asBoolean()).isTrue();
        assertThat(counted.body().path("cases").asInt()).isEqualTo(3);
        assertThat(counted.text("/groups/0/reason")).isEqualTo("UNREADABLE");
        assertThat(counted.text("/command"))
                .isEqualTo("hapax quarantine drop -c FILE --code UNREADABLE --reason 'all spam' --as ann");
        assertThat(open(ann, "")).isEqualTo(6);

        poison("{broken after the count");
        await().atMost(WorkGroup.PATIENCE).until(() -> open(ann, "") == 7);
        String filter = "{\"reason\":[\"UNREADABLE\"],\"until\":\"" + counted.text("/until") + "\"}";
        Answer dropped = ann.post("/api/quarantine/drop", drop(filter, ",\"execute\":true"));
        assertThat(dropped.body().path("dryRun").asBoolean(true)).isFalse();
        assertThat(dropped.body().path("done").asInt()).isEqualTo(3);
        assertThat(dropped.body().path("notDone")).isEmpty();
        assertThat(dropped.text("/command")).contains("--yes");
        assertThat(open(ann, "?state=dropped&reason=UNREADABLE")).isGreaterThanOrEqualTo(3);

        Answer futile = ann.post("/api/quarantine/replay", "{\"all\":true,\"execute\":true}");
        assertThat(futile.status()).isEqualTo(200);
        assertThat(futile.body().path("refused").asInt()).isEqualTo(4);
        assertThat(futile.body().path("notDone")).hasSize(4);
        assertThat(futile.text("/notDone/0/result")).isEqualTo("refused");

        Answer rest = GROUP.api(1)
                .as(WorkGroup.TOKEN, "bob")
                .post("/api/quarantine/drop", "{\"all\":true,\"reason\":\"spam\",\"execute\":true}");
        assertThat(rest.body().path("done").asInt()).isEqualTo(4);
        assertThat(open(ann, "")).isZero();
    }

    @Test
    void shouldTouchNothingUnlessItIsSaidWhich() throws Exception {
        Api api = GROUP.api(0);
        Api ann = api.as(WorkGroup.TOKEN, "ann");

        assertThat(api.post("/api/quarantine/drop", drop("{\"reason\":[\"INVALID\"]}", ""))
                        .status())
                .isEqualTo(401);
        assertThat(ann.post("/api/quarantine/replay", "{\"execute\":true}").status())
                .isEqualTo(400);
        assertThat(ann.post("/api/quarantine/drop", "{\"all\":true}").text("/detail"))
                .startsWith("reason:");
        assertThat(ann.post("/api/quarantine/replay", "{\"filter\":{\"reason\":\"BAD\"}}")
                        .text("/detail"))
                .startsWith("filter.reason: there is no 'BAD'");
    }

    private static String drop(String filter, String more) {
        return "{\"filter\":" + filter + ",\"reason\":\"all spam\"" + more + "}";
    }

    private static int open(Api api, String query) throws Exception {
        return api.get("/api/quarantine" + query).body().path("items").size();
    }

    private static void poison(String value) throws Exception {
        GROUP.application().send(new ProducerRecord<>(GROUP.application().input(), Application.utf8(value)));
    }
}
