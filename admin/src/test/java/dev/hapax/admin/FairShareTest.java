package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FairShareTest {

    private static final byte[] LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private final List<SocketChannel> clients = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before any test
    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void stop() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        server.close();
    }

    @Test
    void shouldCloseConnectionsBeyondTheLimitOfAnAddress() throws Exception {
        FairShare share = new FairShare(2, true);
        SocketChannel first = accepted(share);
        accepted(share);

        assertThat(accepted(share).isOpen()).isFalse();
        first.close();
        share.onClosed(first);
        assertThat(accepted(share).isOpen()).isTrue();
        assertThat(accepted(share).isOpen()).isFalse();
    }

    @Test
    void shouldNotCountClosedConnections() throws Exception {
        FairShare share = new FairShare(2, true);
        for (int i = 0; i < 10; i++) {
            SocketChannel channel = accepted(share);
            assertThat(channel.isOpen()).isTrue();
            channel.close();
            if (i % 2 == 0) {
                share.onClosed(channel);
            } else {
                share.onAcceptFailed(channel, new IOException("gone"));
            }
            // Jetty may report one twice.
            share.onClosed(channel);
        }

        assertThat(share.counted()).isZero();
    }

    @Test
    void shouldExemptLoopback() throws Exception {
        FairShare share = new FairShare(2);

        for (int i = 0; i < 10; i++) {
            assertThat(accepted(share).isOpen()).isTrue();
        }
    }

    @Test
    void shouldTreatAnIpv6NetworkAsOneClient() throws Exception {
        ClientAddress one = ClientAddress.of(InetAddress.getByName("2001:db8:1:2::3"));

        assertThat(one).isEqualTo(ClientAddress.of(InetAddress.getByName("2001:db8:1:2:ffff::9")));
        assertThat(one).isNotEqualTo(ClientAddress.of(InetAddress.getByName("2001:db8:1:3::3")));
        assertThat(one.text()).isEqualTo("2001:db8:1:2:0:0:0:0/64");
        assertThat(ClientAddress.of(InetAddress.getByAddress(LOOPBACK)).loopback())
                .isTrue();
        assertThat(ClientAddress.of(InetAddress.getByName("192.0.2.7")).text()).isEqualTo("192.0.2.7");
    }

    private SocketChannel accepted(FairShare share) throws IOException {
        clients.add(SocketChannel.open(server.getLocalAddress()));
        SocketChannel channel = server.accept();
        share.onAccepting(channel);
        return channel;
    }
}
