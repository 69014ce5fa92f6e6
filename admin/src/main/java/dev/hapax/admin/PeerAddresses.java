package dev.hapax.admin;

import dev.hapax.config.AdminSettings;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Decides which addresses are accepted as other instances. Every member of the consumer group chooses its own address, and anyone who
 * can reach the brokers can be a member. An address is queried only if the configuration, the certificate or its similarity allows it.
 */
final class PeerAddresses {

    private static final Pattern NAME = Pattern.compile("[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?");
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-f:]*:[0-9a-f:.]*");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1");
    private static final Pattern NUMERIC = Pattern.compile("[0-9.*]+(:\\d+)?");

    private final List<Pattern> allowed;
    private final boolean certified;
    private final String own;

    PeerAddresses(HostInfo self, AdminSettings settings) {
        this.allowed = settings.peers().stream().map(PeerAddresses::pattern).toList();
        this.certified = settings.tls().on();
        this.own = host(self);
    }

    boolean allows(HostInfo peer) {
        String host = host(peer);
        boolean name = NAME.matcher(host).matches() || IPV6.matcher(host).matches();
        if (!name || peer.port() < 1 || peer.port() > 65_535) {
            return false;
        }
        if (!allowed.isEmpty()) {
            return allowed.stream()
                    .anyMatch(pattern -> pattern.matcher(host).matches()
                            || pattern.matcher(host + ":" + peer.port()).matches());
        }
        // A server without a certificate of the group is detected before anything is sent.
        return certified || isLikeOurs(host);
    }

    /** Without a list: this machine if the own address is loopback, otherwise the same domain or the same half of the address. */
    private boolean isLikeOurs(String host) {
        if (host.equals(own)) {
            return true;
        }
        boolean loopback = LOOPBACK.matcher(host).matches();
        if (loopback || LOOPBACK.matcher(own).matches()) {
            return loopback && LOOPBACK.matcher(own).matches();
        }
        if (isNumber(host) || isNumber(own)) {
            return isNumber(host) && isNumber(own) && network(host).equals(network(own));
        }
        return domain(host).equals(domain(own));
    }

    private static boolean isNumber(String host) {
        return IPV4.matcher(host).matches() || IPV6.matcher(host).matches();
    }

    /** The first two numbers of an IPv4 address; an IPv6 address is its own network, because it has many spellings. */
    private static String network(String host) {
        return IPV4.matcher(host).matches() ? host.substring(0, host.indexOf('.', host.indexOf('.') + 1)) : host;
    }

    /** Everything after the first part of a name; empty for a name of one part. */
    private static String domain(String host) {
        int dot = host.indexOf('.');
        return dot < 0 ? "" : host.substring(dot);
    }

    private static String host(HostInfo instance) {
        String host = instance.host().toLowerCase(Locale.ROOT);
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /** An asterisk matches one part of a name or one number of an address, never a dot. */
    private static Pattern pattern(String text) {
        String plain = text.toLowerCase(Locale.ROOT).replace("[", "").replace("]", "");
        String any = NUMERIC.matcher(text).matches() ? "\\d{1,3}" : "[a-z0-9_-]+";
        StringBuilder pattern = new StringBuilder();
        for (String part : plain.split("\\*", -1)) {
            pattern.append(pattern.isEmpty() ? "" : any).append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString());
    }
}
