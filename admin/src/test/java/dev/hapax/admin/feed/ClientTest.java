package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ClientTest {

    private final List<String> dismissals = new ArrayList<>();

    @Test
    void shouldSendInOrder() {
        RecordingWire wire = new RecordingWire(true);
        Client client = client(wire);

        client.offer(alert("1"));
        client.offer(alert("2"));

        assertThat(wire.events).extracting(event -> event.path("data").asText()).containsExactly("1", "2");
    }

    @Test
    void shouldNotSendDuringASend() {
        RecordingWire wire = new RecordingWire(false);
        Client client = client(wire);

        client.offer(alert("1"));
        client.offer(alert("2"));
        client.offer(alert("3"));

        assertThat(wire.events).hasSize(1);
        wire.read();
        assertThat(wire.events).hasSize(3);
    }

    @Test
    void shouldDisconnectAClientThatDoesNotRead() {
        RecordingWire wire = new RecordingWire(false);
        Client client = client(wire);

        for (int i = 0; i < Client.MOST_MESSAGES + 2; i++) {
            client.offer(alert("7"));
        }

        assertThat(dismissals).hasSize(1);
        Wire.CloseReason closeReason = Objects.requireNonNull(client.closeReason());
        assertThat(closeReason.code()).isEqualTo(4008);
        assertThat(closeReason.why()).contains("too slow", "reconnect with the last id");
        assertThat(wire.events).as("sent before").hasSize(1);
        wire.read();
        assertThat(wire.events).as("sent after").hasSize(1);
        assertThat(wire.closeReason).isEqualTo(closeReason);
    }

    @Test
    void shouldDisconnectAClientWithALargeQueue() {
        Client client = client(new RecordingWire(false));
        String large = "\"" + "x".repeat((int) Client.MOST_CHARACTERS / 4) + "\"";

        for (int i = 0; i < 4; i++) {
            client.offer(alert(large));
        }
        assertThat(dismissals).isEmpty();
        client.offer(alert(large));

        assertThat(dismissals).hasSize(1);
    }

    @Test
    void shouldKeepOnlyTheLatestNumbers() {
        RecordingWire wire = new RecordingWire(false);
        Client client = client(wire);

        client.offer(alert("1"));
        for (int i = 0; i < 10 * Client.MOST_MESSAGES; i++) {
            client.offer(new FeedFrame(EventKind.STATS, "t", Integer.toString(i)));
        }
        client.offer(alert("2"));
        wire.read();

        assertThat(dismissals).isEmpty();
        assertThat(wire.types()).containsExactly("alert", "stats", "alert");
        assertThat(wire.events.get(1).path("data").asInt()).isEqualTo(10 * Client.MOST_MESSAGES - 1);
    }

    @Test
    void shouldTruncateAReasonToTheSizeOfACloseFrame() {
        Wire.CloseReason closeReason = new Wire.CloseReason(4400, "é".repeat(200));

        assertThat(closeReason.brief()).isEqualTo("é".repeat(61));
    }

    private Client client(Wire wire) {
        return new Client(wire, Runnable::run, gone -> dismissals.add("dismissed"));
    }

    private static FeedFrame alert(String data) {
        return new FeedFrame(EventKind.ALERT, "t", data);
    }
}
