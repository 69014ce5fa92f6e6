package dev.hapax.embedded;

import dev.hapax.embedded.RequestStop.Side;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between Kafka's clients and a broker: it can hold a client up at a request of its choice, and cut, reset, slow down or
 * silence all connections. It understands no more than where a request begins, of which kind it is and whose.
 *
 * <p>The broker must advertise this proxy's address ({@link #advertisedBy}), or clients go past it after their first request.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);

    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile int broker;
    private final NetworkCondition weather = new NetworkCondition();
    private volatile @Nullable RequestStop stop;

    private FaultProxy(ServerSocket listening) {
        this.listening = listening;
    }

    /** Takes a free port on loopback; connections wait until {@link #connectTo} says where they go. */
    public static FaultProxy listen() throws IOException {
        return new FaultProxy(new ServerSocket(0, 200, InetAddress.getByAddress(BrokerSockets.LOOPBACK)));
    }

    /** Has the broker tell its clients to come here. */
    public BrokerOptions advertisedBy(BrokerOptions options) {
        return options.withAdvertisedPort(listening.getLocalPort());
    }

    public void connectTo(int brokerPort) {
        broker = brokerPort;
        daemon("proxy", this::accept).start();
    }

    public String bootstrapServers() {
        return BrokerSockets.HOST + ":" + listening.getLocalPort();
    }

    /**
     * Holds up the next client that comes to this point; there is one such point at a time.
     *
     * @param client says by its client id whether a client is meant
     */
    public RequestStop stopAt(Predicate<String> client, ApiKeys api, Side side, int nth) {
        RequestStop next = new RequestStop(client, api, side, nth);
        stop = next;
        return next;
    }

    /** Closes all connections, and says how many there were. */
    public int cut() {
        List<Link> now = List.copyOf(links);
        now.forEach(Link::cut);
        return now.size();
    }

    /** Resets each connection in the middle of its next answer, as far as one comes in time, and says how many that were. */
    public int reset(Duration within) throws InterruptedException {
        List<Link> now = List.copyOf(links);
        now.forEach(link -> link.doomed = true);
        long end = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < end && now.stream().anyMatch(links::contains)) {
            Thread.sleep(10);
        }
        now.forEach(link -> link.doomed = false);
        return (int) now.stream().filter(link -> link.reset).count();
    }

    /** Holds up each request and answer by this much from now on, and says how many the delay before has held up. */
    public int delay(Duration each) {
        return weather.delay(each);
    }

    /** Passes nothing on, with all connections open, until told to {@link #speak}. */
    public void silence() {
        weather.silence();
    }

    /** Passes on what was held, and says how many requests and answers that were. */
    public int speak() {
        return weather.speak();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                connect(listening.accept());
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.warn("A connection could not be passed on", e);
                }
            }
        }
    }

    private void connect(Socket client) throws IOException {
        Socket server;
        try {
            client.setTcpNoDelay(true);
            server = new Socket(InetAddress.getByAddress(BrokerSockets.LOOPBACK), broker);
        } catch (IOException e) {
            // The client must see it as the broker's own refusal, which is what it is.
            client.close();
            LOG.debug("The broker takes no connection: {}", e.toString());
            return;
        }
        server.setTcpNoDelay(true);
        Link link = new Link(client, server);
        links.add(link);
        daemon("proxy-requests", link::passRequests).start();
        daemon("proxy-answers", link::passAnswers).start();
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() throws IOException {
        listening.close();
        RequestStop held = stop;
        if (held != null) {
            held.cut();
        }
        weather.speak();
        links.forEach(Link::cut);
    }

    /** One client's connection and the one to the broker that belongs to it. */
    private final class Link {

        private final Socket client;
        private final Socket server;

        private volatile boolean doomed;

        private volatile boolean reset;

        /** Requests whose answers are to be held, by the number that the answer repeats. */
        private final Map<Integer, RequestStop> held = new ConcurrentHashMap<>();

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void passRequests() {
            pass(client, server, this::mayGo);
        }

        void passAnswers() {
            pass(server, client, this::mayReturn);
        }

        private boolean mayGo(byte[] request) throws InterruptedException {
            RequestStop waited = stop;
            if (waited == null) {
                return true;
            }
            RequestStop.RequestHead head = RequestStop.RequestHead.of(request);
            if (!waited.isAt(head)) {
                return true;
            }
            if (waited.side() == Side.ANSWER) {
                held.put(head.correlation(), waited);
                return true;
            }
            waited.hold();
            return false;
        }

        private boolean mayReturn(byte[] answer) throws InterruptedException {
            RequestStop waited = held.remove(ByteBuffer.wrap(answer).getInt());
            if (waited == null) {
                return true;
            }
            waited.hold();
            return false;
        }

        private void pass(Socket from, Socket to, Gate gate) {
            try (DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream(), 1 << 16));
                    DataOutputStream out = new DataOutputStream(to.getOutputStream())) {
                while (true) {
                    byte[] frame = new byte[in.readInt()];
                    in.readFully(frame);
                    if (!gate.passes(frame)) {
                        return;
                    }
                    weather.pass();
                    byte[] whole = ByteBuffer.allocate(4 + frame.length)
                            .putInt(frame.length)
                            .put(frame)
                            .array();
                    if (doomed && to == client) {
                        out.write(whole, 0, whole.length / 2);
                        // Unread and unsent bytes are thrown away, and the other side is told so.
                        client.setSoLinger(true, 0);
                        reset = true;
                        return;
                    }
                    out.write(whole);
                }
            } catch (EOFException | SocketException e) {
                LOG.debug("A connection has ended: {}", e.toString());
            } catch (IOException e) {
                LOG.warn("A connection broke", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                cut();
            }
        }

        void cut() {
            links.remove(this);
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.close();
                } catch (IOException e) {
                    LOG.debug("A socket could not be closed", e);
                }
            }
        }
    }

    /** Decides of each request or answer whether it is passed on; else its connection is cut. */
    @FunctionalInterface
    private interface Gate {
        boolean passes(byte[] frame) throws InterruptedException;
    }
}
