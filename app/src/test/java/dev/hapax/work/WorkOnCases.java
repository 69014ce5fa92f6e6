package dev.hapax.work;

import static dev.hapax.work.AdminWorkIT.GROUP;
import static dev.hapax.work.Api.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.harness.Application;
import dev.hapax.live.Watcher;
import dev.hapax.work.Api.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;

/** What an operator sees of messages and does about quarantined ones, over HTTPS, without what is masked. */
abstract class WorkOnCases {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldTellAnAlertWithoutWhatItsReasonQuotesOfAMaskedField() throws Exception {
        GROUP.application()
                .send(new ProducerRecord<>(
                        GROUP.application().input(),
                        Application.utf8("{\"id\":\"masked\",\"subject\":\"Payment failed for " + WorkGroup.CARD
                                + "\",\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}")));

        for (Watcher watcher : GROUP.watchers()) {
            JsonNode alert = watcher.await1(
                    "alert", data -> data.path("identity").asText().equals("shop:masked"));
            assertThat(alert.path("reason").asText()).isEqualTo("Payment failed: ***");
        }
        for (String path : List.of("/api/alerts", "/api/decisions?identity=shop:masked")) {
            assertThat(GROUP.api(0).get(path).text("/items/0/reason")).isEqualTo("Payment failed: ***");
        }
    }

    @Test
    void shouldTellOfACaseWithoutWhatIsMasked() throws Exception {
        String id = poison("{\"subject\":\"hush\",\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}");
        String shown = "{\"subject\":\"hush\",\"card\":{\"number\":\"***\"}}";

        for (Watcher watcher : GROUP.watchers()) {
            JsonNode told = watcher.await1(
                    "quarantine", data -> data.path("case").asText().equals(id));
            assertThat(told.path("preview").asText()).isEqualTo(shown);
            assertThat(told.path("reason").asText()).isEqualTo("NO_IDENTITY");
        }
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> GROUP.answers().stream()
                                .filter(line -> line.startsWith("data: ")
                                        && line.contains("\"case\":\"" + id + "\"")
                                        && line.contains("\"preview\":\"" + shown.replace("\"", "\\\"") + "\""))
                                .count()
                        == GROUP.apis().size());
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        assertThat(ann.post(at(id) + "/drop", "{\"reason\":\"seen\"}").status()).isEqualTo(200);
    }

    /** JSON in text in JSON: it once ended the thread that follows the topics, and with it the feed of every client. */
    @Test
    void shouldGoOnTellingAfterAMessageThatNestsTooDeeplyToBeMasked() throws Exception {
        String nested = "{\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}";
        for (int i = 0; i < 8; i++) {
            nested = "[".repeat(400) + JSON.writeValueAsString(nested) + "]".repeat(400);
        }
        List<String> ids = List.of(poison(nested), poison("{\"subject\":\"the next one\"}"));

        for (Watcher watcher : GROUP.watchers()) {
            for (String id : ids) {
                watcher.await1("quarantine", data -> data.path("case").asText().equals(id));
            }
        }
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        for (String id : ids) {
            assertThat(ann.get(at(id)).status()).isEqualTo(200);
            assertThat(ann.post(at(id) + "/drop", "{\"reason\":\"seen\"}").status())
                    .isEqualTo(200);
        }
    }

    /** Every answer is held against the description; these are asked for by no other test here. */
    @Test
    void shouldAnswerAsItIsDescribed() throws Exception {
        for (String path : List.of(
                "/health/live",
                "/api/status",
                "/api/status?scope=instance",
                "/api/stats",
                "/api/stats?scope=instance&series=false",
                "/api/topology",
                "/api/config",
                "/api/catalog",
                "/api/openapi.json")) {
            assertThat(GROUP.api(0).get(path).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void shouldWorkOnCasesAsOnTheCommandLine() throws Exception {
        String subject = "<script>alert(1)</script>";
        String first = poison("{\"subject\":\"" + subject + "\",\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}");
        String second = poison("{\"subject\":\"two\",\"card\":{\"number\":\"" + WorkGroup.CARD + "\"}}");
        String broken = poison("{broken " + WorkGroup.CARD);
        Api ann = GROUP.api(0).as(WorkGroup.TOKEN, "ann");
        Api bob = GROUP.api(1).as(WorkGroup.TOKEN, "bob");
        awaitCases(ann, 3);

        Answer page = ann.get("/api/quarantine?limit=2");
        Answer next = bob.get("/api/quarantine?limit=2&before=" + encoded(page.text("/next")));
        assertThat(page.body().path("items")).hasSize(2);
        assertThat(next.body().path("items")).hasSize(1);
        assertThat(next.body().path("next").isNull()).isTrue();
        assertThat(ann.get("/api/quarantine?reason=UNREADABLE").text("/items/0/case"))
                .isEqualTo(broken);
        Answer groups = ann.get("/api/quarantine/groups?by=reason");
        assertThat(groups.body().path("groups")).hasSize(2);
        assertThat(groups.body().at("/groups/0/count").asInt()).isEqualTo(2);

        Answer shown = ann.get(at(first));
        assertThat(shown.response().headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/json");
        assertThat(shown.text("/reason")).isEqualTo("NO_IDENTITY");
        assertThat(shown.text("/payload")).contains(subject, "***");
        assertThat(shown.body().path("value").isNull()).isTrue();
        assertThat(shown.text("/commands/replay")).contains("hapax quarantine replay", first);
        assertThat(ann.get(at(broken)).body().path("payload").isNull()).isTrue();

        assertThat(ann.post(at(first) + "/assign", "{\"owner\":\"ann\"}").text("/kind"))
                .isEqualTo("DONE");
        assertThat(ann.post(at(first) + "/assign", "{\"owner\":\"ann\"}").text("/kind"))
                .isEqualTo("ALREADY");
        assertThat(bob.post(at(first) + "/note", "{\"text\":\"asked them\"}").status())
                .isEqualTo(200);
        assertThat(ann.get("/api/quarantine?owner=ann").text("/items/0/case")).isEqualTo(first);
        Answer futile = ann.post(at(first) + "/replay", "{}");
        assertThat(futile.status()).isEqualTo(409);
        assertThat(futile.text("/detail")).contains("would be quarantined again as NO_IDENTITY");
        assertThat(futile.response().headers().firstValue("Content-Type").orElse(""))
                .startsWith("application/problem+json");

        Answer unpatched = ann.post(at(broken) + "/edit", "{\"reason\":\"try\",\"patch\":{\"id\":\"x\"}}");
        assertThat(unpatched.status()).isEqualTo(400);
        assertThat(unpatched.text("/detail")).contains("is not JSON", "line 1");

        Answer edited = ann.post(at(first) + "/edit", "{\"reason\":\"it had no id\",\"patch\":{\"id\":\"mended\"}}");
        assertThat(edited.text("/said")).contains("edited and replayed as shop:mended");
        assertThat(edited.text("/outcome/kind")).isEqualTo("decided");
        assertThat(edited.text("/outcome/said")).startsWith("decided as ");
        assertThat(edited.text("/command")).contains("--patch '{\"id\":\"mended\"}'", "--as ann");
        Answer late = bob.post(at(first) + "/drop", "{\"reason\":\"spam\"}");
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.text("/detail")).contains("is replayed already", "edited by ann");

        assertThat(bob.post(at(second) + "/drop", "{}").status()).isEqualTo(400);
        assertThat(bob.post(at(second) + "/drop", "{\"reason\":\"spam\"}").text("/kind"))
                .isEqualTo("DONE");
        assertThat(bob.post(at(second) + "/drop", "{\"reason\":\"spam\"}").text("/kind"))
                .isEqualTo("ALREADY");
        Answer beaten = ann.post(at(second) + "/drop", "{\"reason\":\"mine\"}");
        assertThat(beaten.status()).isEqualTo(409);
        assertThat(beaten.text("/detail")).contains("dropped by bob");

        String third = poison("{\"subject\":\"three\"}");
        awaitCases(ann, 2);
        Api somebody = GROUP.api(0).as(WorkGroup.TOKEN, null);
        assertThat(somebody.post(at(third) + "/drop", "{\"reason\":\"spam\"}").status())
                .isEqualTo(200);
        Answer somebodyElse = somebody.post(at(third) + "/drop", "{\"reason\":\"spam\"}");
        assertThat(somebodyElse.status()).isEqualTo(409);
        assertThat(somebodyElse.text("/detail")).contains("dropped by api");

        JsonNode history = ann.get(at(first)).body().path("history");
        assertThat(history).hasSize(4);
        assertThat(history.at("/2/actor").asText()).isEqualTo("ann");
        assertThat(history.at("/3/detail").asText()).isEqualTo(edited.text("/outcome/said"));
        String mended = Base64.getEncoder().encodeToString("{\"id\":\"whole\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(bob.post(at(broken) + "/edit", "{\"reason\":\"mended\",\"value\":\"" + mended + "\"}")
                        .status())
                .isEqualTo(200);
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> bob.get("/api/keys/shop:whole")
                                .body()
                                .path("suppresses")
                                .asBoolean()
                        && bob.get("/api/keys/shop:mended")
                                .body()
                                .path("suppresses")
                                .asBoolean());
    }

    @Test
    void shouldSayWhatIsWrongWithARequest() throws Exception {
        Api api = GROUP.api(0);
        Api ann = api.as(WorkGroup.TOKEN, "ann");
        String unknown = "/api/quarantine/" + encoded(GROUP.application().input() + "-0@999999");

        assertThat(api.get(unknown).status()).isEqualTo(404);
        assertThat(api.get("/api/quarantine/nonsense").text("/detail")).contains("topic-partition@offset");
        assertThat(api.get("/api/quarantine?reason=BAD").text("/detail")).startsWith("reason: there is no 'BAD'");
        assertThat(api.get("/api/quarantine?limit=many").status()).isEqualTo(400);
        assertThat(api.post(unknown + "/replay", "{}").status()).isEqualTo(401);
        assertThat(ann.post(unknown + "/replay", "{}").status()).isEqualTo(404);
        assertThat(ann.post(unknown + "/replay", "{\"raeson\":\"x\"}").text("/detail"))
                .contains("'raeson'");
        assertThat(ann.post(unknown + "/replay", "{nonsense").status()).isEqualTo(400);
        assertThat(api.get("/api/replays/r64").status()).isEqualTo(404);
        assertThat(api.post("/api/replays", "{}").status()).isEqualTo(401);
        assertThat(ann.post("/api/replays", "{\"topic\":\"work.in\"}").text("/detail"))
                .contains("earliest");
        assertThat(ann.post("/api/replays", "{\"topic\":\"other\",\"from\":0}").text("/detail"))
                .contains("no source reads topic other");
    }

    private static String at(String id) {
        return "/api/quarantine/" + encoded(id);
    }

    private static String poison(String value) throws Exception {
        RecordMetadata sent = GROUP.application()
                .send(new ProducerRecord<>(GROUP.application().input(), Application.utf8(value)));
        return sent.topic() + "-" + sent.partition() + "@" + sent.offset();
    }

    private static void awaitCases(Api api, int count) {
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> api.get("/api/quarantine").body().path("items").size() == count);
    }
}
