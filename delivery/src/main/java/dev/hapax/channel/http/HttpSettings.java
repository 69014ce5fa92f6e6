package dev.hapax.channel.http;

import java.net.IDN;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP channel: the hosts that it may call, and what their answers mean.
 *
 * @param allow host names, or {@code *.example.com} for every name below a domain. Only a name in full can be a host of a private
 *     network.
 * @param success status codes that mean: done
 * @param retryOn status codes of failures that may be retried, because the target has done nothing or deduplicates by
 *     {@code Idempotency-Key}. Besides 408, 425 and 429, which always may. After any other 5xx the outcome is unknown.
 * @param plain whether {@code http://} is allowed
 * @param secret of the signature; null for none
 * @param connect limit for the connection, and again for TLS
 * @param exchange limit for the whole request and response
 * @param maxResponseBytes what is read of a response at most
 */
public record HttpSettings(
        List<String> allow,
        Set<Integer> success,
        Set<Integer> retryOn,
        boolean plain,
        @Nullable String secret,
        Duration connect,
        Duration exchange,
        int maxResponseBytes) {

    private static final Pattern HOST = Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\\[[0-9a-f:.]+]");
    private static final int SHORTEST_SECRET = 16;

    public HttpSettings {
        allow = allow.stream().map(HttpSettings::normalised).toList();
        success = Set.copyOf(success);
        retryOn = Set.copyOf(retryOn);
        List<String> broken = new ArrayList<>();
        require(broken, !allow.isEmpty(), "allow", allow, "must name at least one host");
        for (String host : allow) {
            String rule = "must be a host name such as hooks.example.com or *.example.com";
            require(broken, HOST.matcher(host).matches(), "allow", host, rule);
        }
        require(
                broken,
                !success.isEmpty() && isWithin(success, 200, 299),
                "success",
                success,
                "must be from 200 to 299");
        require(broken, isWithin(retryOn, 400, 599), "retry-on", retryOn, "must be from 400 to 599");
        boolean longEnough = secret == null || secret.length() >= SHORTEST_SECRET;
        require(broken, longEnough, "secret", "***", "must have at least " + SHORTEST_SECRET + " characters");
        positive(broken, "connect", connect);
        positive(broken, "exchange", exchange);
        require(broken, maxResponseBytes > 0, "max-response-bytes", maxResponseBytes, "must be more than 0");
        if (!broken.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", broken));
        }
    }

    /** Every 2xx is a success, and every 5xx may be retried. */
    public static HttpSettings defaults(List<String> allow) {
        return new HttpSettings(
                allow,
                codes(200, 299),
                codes(500, 599),
                false,
                null,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                1024 * 1024);
    }

    private static Set<Integer> codes(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().collect(Collectors.toUnmodifiableSet());
    }

    private static String normalised(String host) {
        try {
            return (host.startsWith("*.") ? "*." + IDN.toASCII(host.substring(2)) : IDN.toASCII(host))
                    .toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            // The rule that follows names it.
            return host;
        }
    }

    private static boolean isWithin(Set<Integer> codes, int from, int to) {
        return codes.stream().allMatch(code -> code >= from && code <= to);
    }

    private static void positive(List<String> broken, String key, Duration value) {
        boolean holds = value.toMillis() > 0 && value.toMillis() <= Integer.MAX_VALUE;
        require(broken, holds, key, value, "must be more than 0s and less than 24 days. Use 30s, for example");
    }

    private static void require(List<String> broken, boolean holds, String key, Object value, String rule) {
        if (!holds) {
            broken.add(key + ": " + value + " " + rule + ".");
        }
    }

    /** Whether the channel may call a host. */
    boolean allows(String host) {
        return names(host)
                || allow.stream().anyMatch(entry -> entry.startsWith("*.") && host.endsWith(entry.substring(1)));
    }

    /** Whether the list has the host's full name. */
    boolean names(String host) {
        return allow.contains(host);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "HttpSettings[allow=" + allow + ", success=" + success + ", retryOn=" + retryOn + ", plain=" + plain
                + ", secret=" + (secret == null ? "none" : "***") + ", connect=" + connect
                + ", exchange="
                + exchange + ", maxResponseBytes=" + maxResponseBytes + "]";
    }
}
