package dev.hapax.channel.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.http.RawHttpTarget.End;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.delivery.HttpArtifact;
import dev.hapax.worker.Channel.Sent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a response can end × what the channel knows then. */
class HttpFaultsTest {

    private static final int BOUND = 100;

    private static Sent send(RawHttpTarget target, Duration exchange) throws Exception {
        HttpSettings settings = new HttpSettings(
                List.of("localhost"), Set.of(200), Set.of(), true, null, Duration.ofSeconds(20), exchange, BOUND);
        HttpArtifact request = new HttpArtifact("POST", target.url(), Map.of(), "{}".getBytes(StandardCharsets.UTF_8));
        try (HttpChannel channel = new HttpChannel(settings, SSLContext.getDefault())) {
            return channel.send(Deliveries.to(target.url(), request.toBytes()), Deliveries.lease());
        }
    }

    @ParameterizedTest(name = "{0} and {1} is {2}")
    @MethodSource("responses")
    void shouldReportUnknownUnlessResponseIsComplete(String response, End end, Result expected) throws Exception {
        boolean waits = expected == Result.UNKNOWN && (end == End.SILENCE || end == End.DRIP);
        try (RawHttpTarget target = RawHttpTarget.answering(response, end)) {
            Sent sent = send(target, waits ? Duration.ofMillis(1500) : Duration.ofSeconds(20));

            assertThat(target.ended).as("the target has answered so").containsExactly(end);
            assertThat(target.requests).as("written once").hasSize(1);
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(expected);
        }
    }

    static Stream<Arguments> responses() {
        String ok = "HTTP/1.1 200 OK\n";
        String tooLong = "HTTP/1.1 200 OK\nX: " + "x".repeat(20_000);
        return Stream.of(
                // Hung up before the headers, in them, and in the body.
                Arguments.of("", End.CLOSE, Result.UNKNOWN),
                Arguments.of("", End.RESET, Result.UNKNOWN),
                Arguments.of("", End.SILENCE, Result.UNKNOWN),
                Arguments.of("HTTP/1.1 2", End.CLOSE, Result.UNKNOWN),
                Arguments.of(ok, End.CLOSE, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 10\n", End.RESET, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 10\n", End.SILENCE, Result.UNKNOWN),
                Arguments.of(ok + "X: ", End.DRIP, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 10\n\n12345", End.CLOSE, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 10\n\n12345", End.RESET, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 10\n\n12345", End.SILENCE, Result.UNKNOWN),
                Arguments.of(ok + "Content-Length: 99\n\n12345", End.DRIP, Result.UNKNOWN),
                Arguments.of(ok + "Transfer-Encoding: chunked\n\n5\n12345\n", End.CLOSE, Result.UNKNOWN),
                Arguments.of(ok + "Transfer-Encoding: chunked\n\n5\n123", End.CLOSE, Result.UNKNOWN),
                Arguments.of("HTTP/1.1 404 Not Found\nContent-Length: 10\n\n1", End.CLOSE, Result.UNKNOWN),
                // No HTTP, or too much of it.
                Arguments.of("220 localhost ESMTP\n", End.CLOSE, Result.UNKNOWN),
                Arguments.of("HTTP/1.1 abc OK\n\n", End.CLOSE, Result.UNKNOWN),
                Arguments.of(tooLong, End.SILENCE, Result.UNKNOWN),
                Arguments.of("HTTP/1.1 100 Continue\n\n".repeat(11), End.SILENCE, Result.UNKNOWN),
                Arguments.of("HTTP/1.1 101 Switching Protocols\n\n", End.SILENCE, Result.UNKNOWN),
                // A success, but not the one that the channel defines.
                Arguments.of("HTTP/1.1 202 Accepted\nContent-Length: 0\n\n", End.CLOSE, Result.UNKNOWN),
                // Complete.
                Arguments.of(ok + "Content-Length: 5\n\n12345", End.CLOSE, Result.SENT),
                Arguments.of(ok + "Content-Length: 5\n\n12345", End.SILENCE, Result.SENT),
                Arguments.of(ok + "Content-Length: 5\n\n12345", End.DRIP, Result.SENT),
                Arguments.of(ok + "Transfer-Encoding: chunked\n\n5\n12345\n0\n\n", End.SILENCE, Result.SENT),
                Arguments.of(ok + "\nuntil the end", End.CLOSE, Result.SENT),
                Arguments.of("HTTP/1.1 103 Early Hints\n\n" + ok + "Content-Length: 0\n\n", End.SILENCE, Result.SENT),
                Arguments.of(ok + "Content-Length: 9999\n\n" + "x".repeat(BOUND + 1), End.SILENCE, Result.SENT),
                Arguments.of("HTTP/1.1 404 Not Found\nContent-Length: 0\n\n", End.SILENCE, Result.REFUSED),
                Arguments.of("HTTP/1.1 429 Later\nContent-Length: 0\n\n", End.SILENCE, Result.NOT_SENT));
    }

    @ParameterizedTest
    @EnumSource(
            value = End.class,
            names = {"CLOSE", "RESET"})
    void shouldReportUnknownWhenTargetHangsUpDuringRequest(End end) throws Exception {
        try (RawHttpTarget target = RawHttpTarget.hangingUp(end)) {
            Sent sent = send(target, Duration.ofSeconds(20));

            assertThat(target.ended).containsExactly(end);
            assertThat(target.connections()).as("not repeated").isEqualTo(1);
            assertThat(sent.result()).as(sent.evidence()).isEqualTo(Result.UNKNOWN);
        }
    }

    @Test
    void shouldReadResponseOnlyUpToItsLimit() throws Exception {
        String response = "HTTP/1.1 200 OK\nContent-Length: 9999\n\n" + "x".repeat(BOUND + 1);
        try (RawHttpTarget target = RawHttpTarget.answering(response, End.SILENCE)) {
            Sent sent = send(target, Duration.ofSeconds(20));

            assertThat(sent.evidence()).contains("of the first 100 bytes");
        }
    }
}
