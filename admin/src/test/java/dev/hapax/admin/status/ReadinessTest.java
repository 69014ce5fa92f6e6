package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hapax.admin.Background;
import dev.hapax.meters.Meters;
import io.javalin.Javalin;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams.State;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ReadinessTest {

    private static final TopicPartition CHANGELOG = new TopicPartition("hapax-guard-changelog", 3);

    private final RestoreProgress restoring = new RestoreProgress();
    private final Background background = new Background();
    private volatile State state = State.CREATED;
    private final Javalin server = Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                new MonitoringPart(
                                new Readiness(() -> state, restoring, background),
                                new Meters(new SimpleMeterRegistry()))
                        .addTo(config.routes);
            })
            .start("127.0.0.1", 0);

    @AfterEach
    void stop() {
        server.stop();
    }

    @Test
    void shouldNotBeReadyWhileAStoreIsRestored() throws Exception {
        state = State.RUNNING;
        restoring.onRestoreStart(CHANGELOG, "guard", 100, 1_100);
        restoring.onBatchRestored(CHANGELOG, "guard", 350, 250);

        HttpResponse<String> answer = ask("/health/ready");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .isEqualTo("{\"status\":\"not ready\",\"state\":\"RUNNING\",\"why\":\"restoring 1 store partitions:"
                        + " 250 of about 1000 records restored\"}");
    }

    @Test
    void shouldBeReadyWhenRunningAndRestored() throws Exception {
        state = State.RUNNING;
        restoring.onRestoreStart(CHANGELOG, "guard", 0, 10);
        restoring.onRestoreEnd(CHANGELOG, "guard", 10);

        HttpResponse<String> answer = ask("/health/ready");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"status\":\"ready\",\"state\":\"RUNNING\"}");
    }

    @Test
    void shouldBeAliveButNotReadyWhenABackgroundThreadHasDied() throws Exception {
        state = State.RUNNING;
        background
                .thread("hapax-feed-tail", () -> {
                    throw new IllegalStateException("of the test");
                })
                .start();
        await().until(() -> !background.dead().isEmpty());

        HttpResponse<String> answer = ask("/health/ready");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).contains("hapax-feed-tail has died", "of the test", "Restart");
        assertThat(ask("/health/live").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "CREATED,200,starting",
        "REBALANCING,200,rebalancing",
        "PENDING_SHUTDOWN,200,stopping",
        "PENDING_ERROR,503,stopped",
        "ERROR,503,stopped",
        "NOT_RUNNING,503,stopped"
    })
    void shouldReportTheReasonInEveryOtherState(State now, int live, String why) throws Exception {
        state = now;

        assertThat(ask("/health/live").statusCode()).isEqualTo(live);
        assertThat(ask("/health/ready").statusCode()).isEqualTo(503);
        assertThat(ask("/health/ready").body()).contains(why);
    }

    private HttpResponse<String> ask(String path) throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.port() + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
}
