package dev.hapax.admin.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.admin.AuditLine;
import dev.hapax.admin.Caller;
import dev.hapax.admin.Logged;
import dev.hapax.admin.ProblemException;
import dev.hapax.config.AdminUser.Role;
import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.masking.Masking;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.CaseAction;
import dev.hapax.operations.quarantine.CaseAction.Result.Kind;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BulkActionsTest {

    private static final String ALL = "{\"all\":true,\"reason\":\"spam\",\"execute\":true}";

    private final HttpClient client = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // set before each test
    private Logged log;

    @BeforeEach
    void listen() {
        log = new Logged(AuditLine.LOGGER);
    }

    @AfterEach
    void stop() {
        log.close();
    }

    @Test
    void shouldReportTheNumberDoneAndTheFirstFailures() throws Exception {
        HttpResponse<String> answer = drop("", results -> {
            send(results, Kind.DONE, 250);
            send(results, Kind.REFUSED, 150);
        });

        JsonNode body = AdminJson.read(answer.body());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(body.path("cases").asInt()).isEqualTo(400);
        assertThat(body.path("done").asInt()).isEqualTo(250);
        assertThat(body.path("refused").asInt()).isEqualTo(150);
        assertThat(body.path("notDone")).hasSize(100);
        assertThat(body.path("more").asBoolean()).isTrue();
        assertThat(body.at("/notDone/0/said").asText()).isEqualTo("card 4111");
        assertThat(log.messages()).containsExactly("quarantine drop: done");
        assertThat(log.fields().get(0))
                .containsEntry("done", "250")
                .containsEntry("refused", "150")
                .containsEntry("reason", "spam")
                .containsEntry("cases", "hapax quarantine drop -c FILE --all --reason spam --yes --as ann");
    }

    @Test
    void shouldHideTextsThatMayBeMasked() throws Exception {
        HttpResponse<String> answer = drop("admin: { mask: [ card ] }", results -> send(results, Kind.REFUSED, 1));

        assertThat(answer.body()).contains("\"refused\":1").doesNotContain("4111");
        assertThat(log.messages()).containsExactly("quarantine drop: refused");
    }

    @Test
    void shouldReportWhatWasDoneBeforeATimeout() throws Exception {
        HttpResponse<String> answer = drop("", results -> {
            send(results, Kind.DONE, 2);
            throw new ProblemException(503, "Service Unavailable", "it took too long");
        });

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).startsWith("it took too long; 2 cases were done before that");
        assertThat(log.messages()).containsExactly("quarantine drop: failed");
        assertThat(log.fields().get(0)).containsEntry("done", "2");
    }

    private static void send(Consumer<CaseAction.Result> results, Kind kind, int cases) {
        for (int i = 0; i < cases; i++) {
            results.accept(new CaseAction.Result(new Coordinates("in", 0, i), kind, "card 4111"));
        }
    }

    private HttpResponse<String> drop(String admin, Consumer<Consumer<CaseAction.Result>> desk) throws Exception {
        Settings settings = SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                %s
                """.formatted(admin), "test.yaml", Path.of("."), name -> null)
                .settings();
        Masking masking = new Masking(settings);
        CaseView view = new CaseView(masking);
        ReaderPool room = new ReaderPool(new KafkaClients(settings), new CaseView(masking), Duration.ofMillis(1));
        Clock clock = Clock.systemUTC();
        CaseActions turns = new CaseActions(
                (id, actor, action, progress) -> {
                    throw new AssertionError("one case is not many");
                },
                clock,
                room,
                view);
        BulkActions bulk = new BulkActions(
                (filter, actor, action, progress, results) -> desk.accept(results), clock, room, view, turns);
        AuditLog audit = new AuditLog(request -> new Caller("ann", Set.of(Role.OPERATOR), false), "host:8090");
        Javalin server = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.routes.post("/drop", audit.of("quarantine drop", bulk::drop));
                    config.routes.exception(
                            ProblemException.class,
                            (problem, request) ->
                                    request.status(problem.status()).result(problem.getMessage()));
                })
                .start("127.0.0.1", 0);
        try {
            URI address = URI.create("http://127.0.0.1:" + server.port() + "/drop");
            return client.send(
                    HttpRequest.newBuilder(address)
                            .POST(BodyPublishers.ofString(ALL))
                            .build(),
                    BodyHandlers.ofString());
        } finally {
            server.stop();
            room.close();
        }
    }
}
