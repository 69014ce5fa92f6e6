package dev.hapax.channel;

import dev.hapax.worker.DueDelivery;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.CertificateEncodingException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One TCP connection to a target. Every step on it ends in time, even if the target sends a byte now and then. */
public final class TcpConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TcpConnection.class);
    private static final ScheduledThreadPoolExecutor ALARMS = alarms();

    private final Socket raw;
    private final String name;
    private Socket socket;
    private @Nullable SSLSession session;
    private volatile @Nullable Duration exceeded;

    /** What is done on the connection, within a limit. */
    @FunctionalInterface
    public interface Step<T, E extends Exception> {
        T run() throws E;
    }

    private TcpConnection(Socket raw, String name) {
        this.raw = raw;
        this.name = name;
        this.socket = raw;
    }

    private static ScheduledThreadPoolExecutor alarms() {
        ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "hapax-channel-alarms");
            thread.setDaemon(true);
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
        return alarms;
    }

    /**
     * Connects to the first address that answers.
     *
     * @param host the configured name. TLS compares the certificate with it, never with a name that was looked up.
     */
    public static TcpConnection connect(String host, List<InetAddress> addresses, int port, Duration timeout)
            throws IOException {
        IOException failure = new IOException(host + " has no address");
        for (InetAddress address : addresses) {
            Socket raw = new Socket();
            try {
                // The final dot is a packet of its own and must not wait for an acknowledgement.
                raw.setTcpNoDelay(true);
                InetAddress named = InetAddress.getByAddress(host, address.getAddress());
                raw.connect(new InetSocketAddress(named, port), Math.toIntExact(timeout.toMillis()));
                return new TcpConnection(raw, host + ":" + port);
            } catch (IOException e) {
                raw.close();
                failure = e;
            }
        }
        throw failure;
    }

    /** Encrypts, and checks that the certificate is trusted and is the host's. */
    public void startTls(SSLContext tls, String host, Duration timeout) throws IOException {
        SSLSocket secure = (SSLSocket) tls.getSocketFactory().createSocket(raw, host, raw.getPort(), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        within(timeout, () -> {
            secure.startHandshake();
            return secure;
        });
        socket = secure;
        session = secure.getSession();
    }

    /** For a protocol that encrypts by itself. */
    public void secured(SSLSession newSession) {
        session = newSession;
    }

    public Socket socket() {
        return socket;
    }

    /** Runs a step. Drops the connection when the limit has passed, so that the step fails. */
    public <T, E extends Exception> T within(Duration limit, Step<T, E> step) throws E {
        ScheduledFuture<?> alarm = ALARMS.schedule(
                () -> {
                    exceeded = limit;
                    drop();
                },
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            return step.run();
        } finally {
            alarm.cancel(false);
        }
    }

    /** Ends the connection at once. What was written but has not left this machine is discarded. */
    public void drop() {
        try {
            raw.setSoLinger(true, 0);
        } catch (IOException e) {
            // It is closed already.
        }
        close();
    }

    @Override
    public void close() {
        try {
            raw.close();
        } catch (IOException e) {
            // Must not hide what was learned of the delivery.
            LOG.warn("Could not close the connection to {}", name, e);
        }
    }

    /** Why a step failed. */
    public String why(Throwable failure) {
        Duration limit = exceeded;
        return limit != null ? "no answer within " + limit.toMillis() + " ms" : Evidence.reason(failure);
    }

    /** Target, TLS version, cipher and certificate. */
    public String describe() {
        return session == null
                ? name + ", no TLS"
                : name + ", " + session.getProtocol() + " " + session.getCipherSuite() + ", certificate SHA-256 "
                        + fingerprint(session);
    }

    private static String fingerprint(SSLSession session) {
        try {
            return DueDelivery.sha256(session.getPeerCertificates()[0].getEncoded());
        } catch (SSLPeerUnverifiedException | CertificateEncodingException e) {
            return "unknown";
        }
    }
}
