package dev.hapax.work;

import static dev.hapax.work.AdminWorkIT.GROUP;
import static dev.hapax.work.Api.encoded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.work.Api.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an operator asks and does about keys, over HTTPS. */
abstract class WorkOnKeys {

    @Test
    void shouldAnswerForEveryKeyWhicheverInstanceIsAsked() throws Exception {
        long time = System.currentTimeMillis();
        List<String> ids = new ArrayList<>(List.of("a/b c?d%25", "ümlaut"));
        for (int i = 0; i < 8; i++) {
            ids.add("key" + i);
        }
        for (String id : ids) {
            GROUP.application().send(id, "text", time);
        }
        Set<String> answered = new HashSet<>();
        for (String id : ids) {
            for (Api api : GROUP.apis()) {
                String path = "/api/keys/" + encoded("shop:" + id);
                Answer why = await().atMost(WorkGroup.PATIENCE)
                        .until(
                                () -> api.get(path),
                                answer -> answer.body().path("suppresses").asBoolean());
                assertThat(why.status()).isEqualTo(200);
                assertThat(why.text("/identity")).isEqualTo("shop:" + id);
                assertThat(why.text("/remembered/0/label")).isEqualTo("other");
                assertThat(why.text("/remembered/0/at/topic"))
                        .isEqualTo(GROUP.application().input());
                assertThat(why.body().at("/remembered/0/secondsLeft").asLong()).isPositive();
                answered.add(why.text("/answeredBy"));
            }
        }
        assertThat(answered)
                .containsExactlyInAnyOrder(GROUP.api(0).address(), GROUP.api(1).address());
        for (Api api : GROUP.apis()) {
            Answer unknown = api.get("/api/keys/key0");
            assertThat(unknown.body().path("suppresses").asBoolean()).isFalse();
            assertThat(unknown.text("/didYouMean/0")).isEqualTo("shop:key0");

            Answer list = api.get("/api/keys?namespace=shop&limit=500");
            List<String> listed = new ArrayList<>();
            list.body()
                    .path("items")
                    .forEach(item -> listed.add(item.path("identity").asText()));
            listed.removeIf(identity -> !identity.startsWith("shop:key"));
            assertThat(listed).hasSize(8).doesNotHaveDuplicates();
            assertThat(list.body().path("missing")).isEmpty();
            Answer page = api.get("/api/keys?limit=3");
            assertThat(page.body().path("items")).hasSize(3);
            assertThat(page.body().path("more").asBoolean()).isTrue();
            assertThat(api.get("/api/keys?namespace=ship").status()).isEqualTo(400);
        }
    }

    @Test
    void shouldNotSignInWithAnotherToken() throws Exception {
        Answer refused = GROUP.api(0).as(WorkGroup.TOKEN + "x", "ann").post("/api/sign-in", "{}");
        Answer taken = GROUP.api(0).as(WorkGroup.TOKEN, "ann").post("/api/sign-in", "{}");

        assertThat(refused.status()).isEqualTo(401);
        assertThat(taken.status()).isEqualTo(200);
        assertThat(taken.text("/actor")).isEqualTo("ann");
    }

    @Test
    void shouldForgetAKeyOnceTheTokenIsGiven() throws Exception {
        GROUP.application().send("forgettable", "text", System.currentTimeMillis());
        GROUP.application().send("forgettable", "text", System.currentTimeMillis());
        Api one = GROUP.api(0);
        String path = "/api/keys/" + encoded("shop:forgettable");
        await().atMost(WorkGroup.PATIENCE)
                .until(() -> one.get(path + "?suppressed=true")
                                .body()
                                .at("/suppressed/duplicates")
                                .asInt()
                        == 1);

        assertThat(one.post(path + "/forget", "{\"reason\":\"x\"}").status()).isEqualTo(401);
        assertThat(one.as("wrong-token-of-some-length", "ann")
                        .post(path + "/forget", "{\"reason\":\"x\"}")
                        .status())
                .isEqualTo(401);
        assertThat(one.as(WorkGroup.TOKEN, "ann").post(path + "/forget", "{}").status())
                .isEqualTo(400);
        assertThat(one.get(path).body().path("suppresses").asBoolean()).isTrue();

        Answer forgotten = one.as(WorkGroup.TOKEN, "ann").post(path + "/forget", "{\"reason\":\"by mistake\"}");

        assertThat(forgotten.status()).isEqualTo(200);
        assertThat(forgotten.text("/state")).isEqualTo("forgotten");
        assertThat(forgotten.text("/command"))
                .isEqualTo("hapax key forget -c FILE shop:forgettable --reason 'by mistake' --as ann");
        assertThat(forgotten.body().path("entries").asInt()).isEqualTo(1);
        for (Api api : GROUP.apis()) {
            Answer why = api.get(path + "?suppressed=true");
            assertThat(why.body().path("suppresses").asBoolean()).isFalse();
            assertThat(why.text("/commands/0/actor")).isEqualTo("ann");
        }
    }
}
