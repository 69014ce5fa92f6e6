package dev.hapax.channel.smtp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A mail channel: one server, one sender.
 *
 * @param login null for a server that wants none
 * @param from the envelope sender, to which bounces go
 * @param verifiedDomains the domains that this installation may send for, in the envelope and in From and Sender
 * @param helo this machine's name, as it introduces itself
 */
public record SmtpSettings(
        String host,
        int port,
        Security security,
        @Nullable Login login,
        String from,
        List<String> verifiedDomains,
        String helo,
        Timeouts timeouts) {

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** How the connection is encrypted. */
    public enum Security {
        /** Encrypted after a plain greeting, or not used at all. */
        STARTTLS,
        /** Encrypted from the first byte. */
        TLS,
        /** Not encrypted: mails and the password are readable on the way. For a server on the same machine. */
        PLAIN
    }

    /** User and password. */
    public record Login(String user, String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return "Login[user=" + user + ", password=***]";
        }
    }

    /**
     * Limits in time. Each is for the whole step, however slowly its bytes come.
     *
     * @param connect for the TCP connection
     * @param reply for each reply of the server but the last
     * @param write for the message
     * @param accept for the reply to the final dot. Without it the delivery is stranded, so this is the longest.
     * @param idle a connection that was unused for longer is not used again
     */
    public record Timeouts(Duration connect, Duration reply, Duration write, Duration accept, Duration idle) {

        public static Timeouts defaults() {
            return new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(2),
                    Duration.ofMinutes(1));
        }

        /** How long, at most, the server can still accept a mail whose end was written within the lease. */
        public Duration longest() {
            Duration writeAndAccept = write.plus(accept);
            return Stream.of(connect, reply, writeAndAccept)
                    .max(Duration::compareTo)
                    .orElse(writeAndAccept);
        }
    }

    public SmtpSettings {
        List<String> broken = new ArrayList<>();
        verifiedDomains = List.copyOf(verifiedDomains);
        boolean isHost = isDomain(host) || IPV6.matcher(host).matches();
        require(broken, isHost, "host", host, "must be a host name or an IP address");
        require(broken, port > 0 && port < 65_536, "port", port, "must be from 1 to 65535");
        require(broken, isDomain(helo), "helo", helo, "must be a host name");
        require(
                broken,
                isVerified(from, verifiedDomains),
                "from",
                from,
                "must be an address of a domain in verified-domains");
        require(broken, login == null || !login.user().isEmpty(), "user", "", "must not be empty");
        positive(broken, "connect", timeouts.connect());
        positive(broken, "reply", timeouts.reply());
        positive(broken, "write", timeouts.write());
        positive(broken, "accept", timeouts.accept());
        positive(broken, "idle", timeouts.idle());
        if (!broken.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", broken));
        }
    }

    private static void positive(List<String> broken, String key, Duration value) {
        boolean holds = value.toMillis() > 0 && value.toMillis() <= Integer.MAX_VALUE;
        require(
                broken,
                holds,
                "timeouts." + key,
                value,
                "must be more than 0s and less than 24 days. Use 30s, for example");
    }

    private static void require(List<String> broken, boolean holds, String key, Object value, String rule) {
        if (!holds) {
            broken.add(key + ": " + value + " " + rule + ".");
        }
    }

    private static boolean isDomain(String text) {
        try {
            return !EnvelopeAddress.domain(text).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static boolean isVerified(String from, List<String> domains) {
        try {
            String domain = EnvelopeAddress.parse(from).domain();
            return domains.stream().map(EnvelopeAddress::domain).anyMatch(domain::equals);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    EnvelopeAddress sender() {
        return EnvelopeAddress.parse(from);
    }
}
