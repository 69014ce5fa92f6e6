package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HeldPortsTest {

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "ports cannot be shared there, and so not be held")
    void shouldLetTheBrokerInAndNobodyElse() throws Exception {
        try (var ports = new HeldPorts()) {
            int port = ports.hold(0);

            assertThat(ports.areShared()).isTrue();
            assertThatThrownBy(() -> BrokerSockets.listen(port, false))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("taken");
            assertThatThrownBy(() -> connect(port)).isInstanceOf(ConnectException.class);
            // Twice: a broker comes back to its port.
            for (int i = 0; i < 2; i++) {
                try (var broker = BrokerSockets.listen(port, true)) {
                    assertThat(broker.isOpen()).isTrue();
                    connect(port);
                }
            }
        }
    }

    @Test
    void shouldSayThatAPortIsTaken() throws Exception {
        try (var ports = new HeldPorts();
                var taken = new ServerSocket(0, 1, InetAddress.getByAddress(BrokerSockets.LOOPBACK))) {
            assertThatThrownBy(() -> ports.hold(taken.getLocalPort()))
                    .isInstanceOf(BrokerException.class)
                    .hasMessageContaining("port " + taken.getLocalPort())
                    .hasMessageContaining("choose another port");
        }
    }

    private static void connect(int port) throws Exception {
        new Socket(InetAddress.getByAddress(BrokerSockets.LOOPBACK), port).close();
    }
}
