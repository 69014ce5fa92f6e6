package dev.hapax.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A way out of the building, for deliveries. Exactly one of {@code smtp} and {@code http} is set.
 *
 * @param name what deliveries name it by
 */
public record ChannelSettings(
        String name, @Nullable Smtp smtp, @Nullable Http http, Limits limits) {

    /**
     * How much may leave through a channel, all partitions and workers together.
     *
     * @param rate null for no limit
     * @param domainRate for each domain of a recipient, or each host of a URL; null for no limit
     * @param dailyCap attempts in a day of UTC; 0 for no limit
     */
    public record Limits(@Nullable Rate rate, @Nullable Rate domainRate, int dailyCap) {

        public static final Limits NONE = new Limits(null, null, 0);

        public Limits {
            Rules.of("").atLeast(0, "daily-cap", dailyCap).check();
        }

        public boolean areNone() {
            return equals(NONE);
        }
    }

    /** Without limits. */
    public ChannelSettings(String name, @Nullable Smtp smtp, @Nullable Http http) {
        this(name, smtp, http, Limits.NONE);
    }

    /**
     * How mails are signed.
     *
     * @param key the file with the private key
     */
    public record Dkim(String domain, String selector, Path key) {}

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
     * @param dkim null for mails without a signature of this channel
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
            Timeouts timeouts,
            @Nullable Dkim dkim) {

        /** Without a signature. */
        public Smtp(
                String host,
                int port,
                Security security,
                @Nullable String user,
                @Nullable String password,
                String from,
                List<String> verifiedDomains,
                String helo,
                Timeouts timeouts) {
            this(host, port, security, user, password, from, verifiedDomains, helo, timeouts, null);
        }

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
                    .require(
                            dkim == null
                                    || verifiedDomains.stream()
                                            .anyMatch(domain -> isSameOrBelow(domain, dkim.domain())),
                            "dkim.domain",
                            dkim == null ? "" : dkim.domain(),
                            "must be a domain in verified-domains, or one above it",
                            "verified-domains")
                    .check();
        }

        private static boolean isSameOrBelow(String domain, String other) {
            return ("." + domain.toLowerCase(Locale.ROOT)).endsWith("." + other.toLowerCase(Locale.ROOT));
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
     * @param idempotencyWindow how long every target ignores a repeated {@code Idempotency-Key}; null if one does not
     */
    public record Http(
            List<String> allow,
            List<String> retryOn,
            boolean plain,
            @Nullable String secret,
            Duration connect,
            Duration exchange,
            @Nullable Duration idempotencyWindow) {

        /** Letters of other scripts too: the channel writes them in ASCII. */
        private static final Pattern HOST = Pattern.compile(
                "(\\*\\.)?[\\p{L}\\p{N}]([\\p{L}\\p{M}\\p{N}.-]*[\\p{L}\\p{M}\\p{N}])?|\\[[0-9A-Fa-f:.]+]");

        /** For targets that may act on every request. */
        public Http(
                List<String> allow,
                List<String> retryOn,
                boolean plain,
                @Nullable String secret,
                Duration connect,
                Duration exchange) {
            this(allow, retryOn, plain, secret, connect, exchange, null);
        }

        public Http {
            allow = List.copyOf(allow);
            retryOn = List.copyOf(retryOn);
            Rules.of("http")
                    .require(!allow.isEmpty(), "allow", "[]", "must name at least one host")
                    .require(
                            allow.stream().allMatch(host -> HOST.matcher(host).matches()),
                            "allow",
                            allow,
                            "must be host names such as hooks.example.com or *.example.com, without scheme, port and path")
                    .require(
                            retryOn.stream().allMatch(code -> code.matches("[45]\\d\\d")),
                            "retry-on",
                            retryOn,
                            "must be status codes from 400 to 599")
                    .positive("connect-timeout", connect)
                    .positive("exchange-timeout", exchange)
                    .positive("idempotency-window", idempotencyWindow == null ? exchange : idempotencyWindow)
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
