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
import dev.hapax.operations.OperationException;
import dev.hapax.operations.UnknownException;
import dev.hapax.operations.quarantine.CaseAction;
import io.javalin.Javalin;
import io.javalin.http.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AuditLogTest {

    private static final Coordinates CASE = Coordinates.parse("in-0@17");

    private final HttpClient client = HttpClient.newHttpClient();
    private @Nullable Javalin server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Logged log;

    @BeforeEach
    void listen() {
        log = new Logged(AuditLine.LOGGER);
    }

    @AfterEach
    void stop() {
        log.close();
        Optional.ofNullable(server).ifPresent(Javalin::stop);
    }

    @Test
    void shouldLogActorActionCaseAndReason() throws Exception {
        ask((request, line) -> line.with("reason", "spam\nof bob").with("nothing", null));

        assertThat(log.messages()).containsExactly("quarantine drop: done");
        assertThat(log.fields())
                .containsExactly(Map.of(
                        "action", "quarantine drop",
                        "actor", "ann",
                        "coordinates", "in-0@17",
                        "reason", "spam\nof bob",
                        "outcome", "done",
                        "instance", "host:8090"));
    }

    @ParameterizedTest
    @CsvSource({"409,refused", "404,refused", "400,refused", "503,failed", "500,failed"})
    void shouldLogTheResultOfAFailedChange(int status, String outcome) throws Exception {
        HttpResponse<String> answer = ask((request, line) -> {
            line.with("reason", "spam");
            throw failure(status);
        });

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(log.fields())
                .singleElement()
                .satisfies(fields -> assertThat(fields)
                        .containsEntry("outcome", outcome)
                        .containsEntry("status", Integer.toString(status))
                        .containsEntry("reason", "spam")
                        .containsKey("why"));
    }

    private static RuntimeException failure(int status) {
        return switch (status) {
            case 400 -> new IllegalArgumentException("no such reason");
            case 404 -> new UnknownException("there is no such case");
            case 409 -> new OperationException("others were at work");
            case 503 -> new TimeoutException("no broker");
            default -> new IllegalStateException("broken");
        };
    }

    @Test
    void shouldWriteOneLineWhenTheResponseFailsAfterTheChange() throws Exception {
        HttpResponse<String> answer = ask((request, line) -> {
            line.ended(AuditLine.Result.BEGUN);
            throw new ProblemException(503, "Service Unavailable", "too late");
        });

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(log.messages()).containsExactly("quarantine drop: begun");
    }

    @Test
    void shouldReportAndAuditAChangeWhoseCaseCannotBeReadAfterwards() throws Exception {
        HttpResponse<String> answer = dropWhileNothingCanBeRead(CaseAction.Result.Kind.DONE, "");

        JsonNode body = AdminJson.read(answer.body());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(body.path("kind").asText()).isEqualTo("DONE");
        assertThat(body.path("said").asText()).isEqualTo("dropped: card 4111");
        assertThat(log.messages()).containsExactly("quarantine drop: done");
    }

    @Test
    void shouldHideAMaskedMessageThatCannotBeParsed() throws Exception {
        HttpResponse<String> answer =
                dropWhileNothingCanBeRead(CaseAction.Result.Kind.DONE, "admin: { mask: [ card ] }");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("4111");
    }

    @Test
    void shouldAskForARetryWhenTheActorIsOnlyInTheCase() throws Exception {
        HttpResponse<String> answer = dropWhileNothingCanBeRead(CaseAction.Result.Kind.ALREADY, "");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(log.messages()).containsExactly("quarantine drop: already");
    }

    private HttpResponse<String> dropWhileNothingCanBeRead(CaseAction.Result.Kind kind, String admin) throws Exception {
        Settings settings = SettingsFile.parse("""
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [ { topic: in, identity: { field: /id } } ]
                %s
                """.formatted(admin), "test.yaml", Path.of("."), name -> null)
                .settings();
        Masking masking = new Masking(settings);
        ReaderPool room = new ReaderPool(new KafkaClients(settings), new CaseView(masking), Duration.ofMillis(1));
        room.close();
        CaseActions actions = new CaseActions(
                (id, actor, action, progress) -> new CaseAction.Result(id, kind, "dropped: card 4111"),
                Clock.systemUTC(),
                room,
                new CaseView(masking));
        return ask((request, line) ->
                actions.act(request, CASE, line, new CaseAction.Drop("spam"), new CommandLine("quarantine drop")));
    }

    private HttpResponse<String> ask(AuditLog.Change change) throws Exception {
        AuditLog audit = new AuditLog(request -> new Caller("ann", Set.of(Role.OPERATOR), false), "host:8090");
        Javalin started = Javalin.create(config -> {
                    config.startup.showJavalinBanner = false;
                    config.routes.post("/{case}", audit.of("quarantine drop", change));
                    config.routes.exception(ProblemException.class, AuditLogTest::send);
                })
                .start("127.0.0.1", 0);
        server = started;
        URI address = URI.create("http://127.0.0.1:" + started.port() + "/" + CASE);
        return client.send(
                HttpRequest.newBuilder(address).POST(BodyPublishers.noBody()).build(), BodyHandlers.ofString());
    }

    private static void send(ProblemException problem, Context request) {
        request.status(problem.status()).result(String.valueOf(problem.getMessage()));
    }
}
