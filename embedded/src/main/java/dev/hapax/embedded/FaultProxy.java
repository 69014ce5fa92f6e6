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
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between Kafka's clients and a broker, and can hold a client up at a request of its choice. It understands no more than
 * where a request begins, of which kind it is and whose.
 *
 * <p>The broker must advertise this proxy's address ({@link #advertisedBy}), or clients go past it after their first request.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FaultProxy.class);

    private final ServerSocket listening;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile int broker;
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

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                client.setTcpNoDelay(true);
                Socket server = new Socket(InetAddress.getByAddress(BrokerSockets.LOOPBACK), broker);
                server.setTcpNoDelay(true);
                Link link = new Link(client, server);
                links.add(link);
                daemon("proxy-requests", link::passRequests).start();
                daemon("proxy-answers", link::passAnswers).start();
            } catch (IOException e) {
                if (!listening.isClosed()) {
                    LOG.warn("A connection could not be passed on", e);
                }
            }
        }
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
        links.forEach(Link::cut);
    }

    /** One client's connection and the one to the broker that belongs to it. */
    private final class Link {

        private final Socket client;
        private final Socket server;

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
            RequestHead head = RequestHead.of(request);
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
                    byte[] whole = ByteBuffer.allocate(4 + frame.length)
                            .putInt(frame.length)
                            .put(frame)
                            .array();
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
