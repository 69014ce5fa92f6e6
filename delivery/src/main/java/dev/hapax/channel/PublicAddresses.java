package dev.hapax.channel;

import java.net.InetAddress;
import java.util.Arrays;

/** Which addresses are of the public internet. */
public final class PublicAddresses {

    private PublicAddresses() {}

    /** Whether an address is public: not of this machine, its network, a cloud's metadata service or a reserved range. */
    public static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? isPublic4(bytes) : isPublic6(bytes);
    }

    private static boolean isPublic4(byte[] bytes) {
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        int third = bytes[2] & 0xff;
        boolean reserved = first == 0
                || first == 10
                || first == 127
                || first >= 224
                || (first == 100 && (second & 0xc0) == 64)
                || (first == 169 && second == 254)
                || (first == 172 && (second & 0xf0) == 16)
                || (first == 192 && second == 168)
                || (first == 192 && second == 0 && (third == 0 || third == 2))
                || (first == 198 && (second & 0xfe) == 18)
                || (first == 198 && second == 51 && third == 100)
                || (first == 203 && second == 0 && third == 113);
        return !reserved;
    }

    private static boolean isPublic6(byte[] bytes) {
        int first = ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff);
        int second = ((bytes[2] & 0xff) << 8) | (bytes[3] & 0xff);
        boolean nat64 = first == 0x64 && second == 0xff9b && Arrays.equals(bytes, 4, 12, new byte[8], 0, 8);
        if (nat64) {
            return isPublic4(Arrays.copyOfRange(bytes, 12, 16));
        }
        // 2000::/3 without tunnels, which carry IPv4 addresses, and documentation.
        return (first & 0xe000) == 0x2000
                && first != 0x2002
                && !(first == 0x2001 && (second < 0x200 || second == 0xdb8))
                && !(first == 0x3fff && second < 0x1000);
    }
}
