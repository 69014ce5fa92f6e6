package dev.hapax.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way out of the building, for deliveries. Exactly one of {@code smtp} and {@code http} is set.
 *
 * @param name what deliveries name it by
 */
public record ChannelSettings(
        String name, @Nullable Smtp smtp, @Nullable Http http) {

    /** How the connection to a mail server is encrypted. */
    public enum Security {
        STARTTLS,
        TLS,
        PLAIN
    }

    /**
     * A mail server and one sender.
     *
     * @param user null for a server that wants no login
     * @param from the envelope sender
     * @param helo the name by which a worker introduces itself
     */
    public record Smtp(
            String host,
            int port,
            Security security,
            @Nullable String user,
            @Nullable String password,
            String from,
            List<String> verifiedDomains,
            String helo,
            Timeouts timeouts) {

        public Smtp {
            verifiedDomains = List.copyOf(verifiedDomains);
            Rules.of("smtp")
                    .require(!host.isBlank(), "host", host, "must be the name of a mail server")
                    .require(port > 0 && port <= 65_535, "port", port, "must be from 1 to 65535")
                    .require(
                            (user == null) == (password == null),
                            "user",
                            "",
                            "needs a password, and the other way round")
                    .require(
                            verifiedDomains.stream().anyMatch(domain -> isIn(from, domain)),
                            "from",
                            from,
                            "must be an address of a domain in verified-domains",
                            "verified-domains")
                    .check();
        }

        private static boolean isIn(String address, String domain) {
            int at = address.lastIndexOf('@');
            return at > 0 && address.substring(at + 1).equalsIgnoreCase(domain);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Smtp[host=" + host + ", port=" + port + ", security=" + security + ", user=" + user + ", from="
                    + from + "]";
        }
    }

    /** Limits for the steps of one mail. */
    public record Timeouts(Duration connect, Duration reply, Duration write, Duration accept, Duration idle) {

        public Timeouts {
            Rules.of("timeouts")
                    .positive("connect", connect)
                    .positive("reply", reply)
                    .positive("write", write)
                    .positive("accept", accept)
                    .positive("idle", idle)
                    .check();
        }
    }

    /**
     * The hosts that HTTP deliveries may call.
     *
     * @param retryOn status codes after which the target has certainly done nothing
     * @param secret of the signature; null for none
     */
    public record Http(
            List<String> allow,
            List<String> retryOn,
            boolean plain,
            @Nullable String secret,
            Duration connect,
            Duration exchange) {

        public Http {
            allow = List.copyOf(allow);
            retryOn = List.copyOf(retryOn);
            Rules.of("http")
                    .require(!allow.isEmpty(), "allow", "[]", "must name at least one host")
                    .require(
                            retryOn.stream().allMatch(code -> code.matches("[45]\\d\\d")),
                            "retry-on",
                            retryOn,
                            "must be status codes from 400 to 599")
                    .positive("connect-timeout", connect)
                    .positive("exchange-timeout", exchange)
                    .check();
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Http[allow=" + allow + ", plain=" + plain + "]";
        }
    }

    public ChannelSettings {
        Rules.of("")
                .require((smtp == null) != (http == null), "", "channel " + name, "must have either smtp or http")
                .check();
    }
}
