package dev.hapax.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

/** The way to a server that sends back what it gets, frame by frame. */
@Timeout(30)
class FaultProxyTest {

    private static final byte[] FRAME = new byte[100];

    @SuppressWarnings("NullAway.Init") // set before each test
    private ServerSocket echo;

    @SuppressWarnings("NullAway.Init") // set before each test
    private FaultProxy proxy;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Socket client;

    @BeforeEach
    void connect() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getByAddress(BrokerSockets.LOOPBACK));
        new Thread(this::answer, "echo").start();
        proxy = FaultProxy.listen();
        proxy.connectTo(echo.getLocalPort());
        client = connected();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        proxy.close();
        echo.close();
    }

    @Test
    void shouldPassOnWhatIsSent() throws IOException {
        assertThat(roundTrip(client)).isEqualTo(FRAME.length);
    }

    @Test
    void shouldCutEveryConnectionAndTakeNewOnes() throws IOException {
        roundTrip(client);

        assertThat(proxy.cut()).isEqualTo(1);

        assertThatThrownBy(() -> roundTrip(client)).isInstanceOf(IOException.class);
        try (Socket next = connected()) {
            assertThat(roundTrip(next)).isEqualTo(FRAME.length);
        }
    }

    @Test
    void shouldResetAConnectionInTheMiddleOfAnAnswer() throws Exception {
        roundTrip(client);
        CompletableFuture<Integer> reset = CompletableFuture.supplyAsync(() -> {
            try {
                return proxy.reset(Duration.ofSeconds(10));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        // Until the reset is at work, answers come whole.
        assertThatThrownBy(() -> {
                    while (true) {
                        roundTrip(client);
                    }
                })
                .isInstanceOf(IOException.class);

        assertThat(reset.get()).isEqualTo(1);
    }

    @Test
    void shouldCountWhatItHasSlowedDown() throws IOException {
        proxy.delay(Duration.ofMillis(30));
        roundTrip(client);

        assertThat(proxy.delay(Duration.ZERO)).as("request and answer").isEqualTo(2);
        assertThat(roundTrip(client)).isEqualTo(FRAME.length);
        assertThat(proxy.delay(Duration.ZERO)).isZero();
    }

    @Test
    void shouldHoldEverythingWhileSilentAndLoseNothing() throws IOException {
        proxy.silence();
        send(client);
        client.setSoTimeout(200);
        assertThatThrownBy(() -> receive(client)).isInstanceOf(SocketTimeoutException.class);

        assertThat(proxy.speak()).isEqualTo(1);

        client.setSoTimeout(10_000);
        assertThat(receive(client)).isEqualTo(FRAME.length);
    }

    @Test
    void shouldRefuseLikeAServerThatIsAway() throws IOException {
        echo.close();

        try (Socket late = connected()) {
            Awaitility.await().until(() -> late.getInputStream().read() == -1);
        }
    }

    private void answer() {
        while (!echo.isClosed()) {
            try (Socket one = echo.accept();
                    DataInputStream in = new DataInputStream(one.getInputStream());
                    DataOutputStream out = new DataOutputStream(one.getOutputStream())) {
                while (true) {
                    byte[] frame = new byte[in.readInt()];
                    in.readFully(frame);
                    out.writeInt(frame.length);
                    out.write(frame);
                }
            } catch (IOException e) {
                LoggerFactory.getLogger(FaultProxyTest.class).debug("the client has gone, or the test has ended", e);
            }
        }
    }

    private Socket connected() throws IOException {
        URI at = URI.create("tcp://" + proxy.bootstrapServers());
        Socket socket = new Socket(at.getHost(), at.getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static int roundTrip(Socket socket) throws IOException {
        send(socket);
        return receive(socket);
    }

    private static void send(Socket socket) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(FRAME.length);
        out.write(FRAME);
    }

    private static int receive(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        return frame.length;
    }
}
