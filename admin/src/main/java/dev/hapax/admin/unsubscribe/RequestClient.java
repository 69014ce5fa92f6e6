package dev.hapax.admin.unsubscribe;

import dev.hapax.admin.ClientAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * The client of a request: the last address on the way of the request that is not one of our proxies. What a client itself claims in
 * {@code X-Forwarded-For} is left of that, and ignored.
 */
final class RequestClient {

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private final List<Pattern> proxies;

    /** @param proxies addresses as the configuration has them; those of the own machine are always among them */
    RequestClient(List<String> proxies) {
        this.proxies = proxies.stream().map(RequestClient::pattern).toList();
    }

    private static Pattern pattern(String proxy) {
        InetAddress address = address(proxy);
        return address == null
                ? Pattern.compile(proxy.replace(".", "\\.").replace("*", "\\d{1,3}"))
                : Pattern.compile(Pattern.quote(address.getHostAddress()));
    }

    ClientAddress of(Request request) {
        InetAddress client =
                request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket
                        ? socket.getAddress()
                        : null;
        List<String> hops = request.getHeaders().getCSV(HttpHeader.X_FORWARDED_FOR, false);
        for (int i = hops.size() - 1; i >= 0 && client != null && isProxy(client); i--) {
            InetAddress before = address(hops.get(i));
            if (before == null) {
                break;
            }
            client = before;
        }
        return client == null ? ClientAddress.of((InetSocketAddress) null) : ClientAddress.of(client);
    }

    private boolean isProxy(InetAddress address) {
        return address.isLoopbackAddress()
                || proxies.stream()
                        .anyMatch(
                                proxy -> proxy.matcher(address.getHostAddress()).matches());
    }

    /** Null if it is no address. Never looks up a name. */
    private static @Nullable InetAddress address(String text) {
        boolean ipv6 = IPV6.matcher(text).matches();
        if (!ipv6 && !IPV4.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.getByName(ipv6 ? "[" + text + "]" : text);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
