package dev.hapax.admin;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The key of per-client limits: an IPv4 address, or the network of an IPv6 address, because one client has all of it. */
public record ClientAddress(String text, boolean loopback) {

    private static final int IPV6 = 16;

    public static ClientAddress of(@Nullable SocketAddress remote) {
        return remote instanceof InetSocketAddress socket && socket.getAddress() != null
                ? of(socket.getAddress())
                : new ClientAddress("unknown", false);
    }

    public static ClientAddress of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length < IPV6 || address.isLoopbackAddress()) {
            return new ClientAddress(address.getHostAddress(), address.isLoopbackAddress());
        }
        try {
            byte[] network = Arrays.copyOf(Arrays.copyOf(bytes, IPV6 / 2), IPV6);
            return new ClientAddress(InetAddress.getByAddress(network).getHostAddress() + "/64", false);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("sixteen bytes must be an address", e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
