package dev.hapax.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an instance is reached over HTTP, and by whom.
 *
 * @param port 0 for any that is free
 * @param advertised host:port by which other instances reach this one; null for {@code listen} and the port it got
 * @param token what a request that changes something must carry; null when nothing may be changed over HTTP
 * @param requireToken what needs the token on loopback; beyond it, everything does
 * @param peers the addresses of other instances that may be asked: host or host:port, in which {@code *} is one part of a name or
 *     number; empty for those like {@code advertised}
 * @param requestsPerSecond of one client address
 * @param maxClients how many may be sent events at a time
 * @param mask the fields of messages that nobody is shown: JSON pointers or plain names
 * @param users each with a token and roles of its own
 */
public record AdminSettings(
        boolean enabled,
        String listen,
        int port,
        @Nullable String advertised,
        @Nullable String token,
        RequireToken requireToken,
        List<String> peers,
        Tls tls,
        int maxRequestBytes,
        int requestsPerSecond,
        int maxClients,
        List<String> mask,
        List<AdminUser> users) {

    /** Which requests need the token on loopback. */
    public enum RequireToken {
        /** Those that change something. */
        WRITES,
        /** Those that look at data as well. */
        READS;

        /** As the configuration has it. */
        public String code() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int SHORTEST_TOKEN = 16;
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+");
    private static final Pattern ADDRESS = Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):(\\d{1,5})");
    private static final Pattern PEER =
            Pattern.compile("(?:[A-Za-z0-9*][A-Za-z0-9.*_-]*|\\[[0-9A-Fa-f:.]+])(?::\\d{1,5})?");
    private static final Pattern LOOPBACK =
            Pattern.compile("(?i)localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|::1|0:0:0:0:0:0:0:1");
    private static final Pattern EVERYWHERE = Pattern.compile("0\\.0\\.0\\.0|::|0:0:0:0:0:0:0:0");
    private static final Pattern FIT_FOR_A_HEADER = Pattern.compile("[\\x21-\\x7e]*");

    public AdminSettings {
        mask = List.copyOf(mask);
        peers = List.copyOf(peers);
        users = List.copyOf(users);
        Rules rules = Rules.of("admin")
                .require(
                        HOST.matcher(listen).matches(),
                        "listen",
                        listen,
                        "must be an address or host name of this machine, such as 127.0.0.1, 0.0.0.0 or ::1")
                .require(
                        port >= 0 && port <= HIGHEST_PORT,
                        "port",
                        port,
                        "must be from 0, for any that is free, to " + HIGHEST_PORT)
                .require(
                        advertised == null || isAddress(advertised),
                        "advertised",
                        String.valueOf(advertised),
                        "must be host:port, such as hapax-1.example.org:8090 or [2001:db8::1]:8090")
                .require(
                        token == null || token.length() >= SHORTEST_TOKEN,
                        "token",
                        Masked.MASK,
                        "must have at least " + SHORTEST_TOKEN
                                + " characters, so that nobody guesses it; openssl rand -hex 24 makes one")
                .require(
                        token == null || FIT_FOR_A_HEADER.matcher(token).matches(),
                        "token",
                        Masked.MASK,
                        "must be of visible ASCII characters without spaces, since it travels in a header")
                .require(
                        !enabled
                                || token != null
                                || LOOPBACK.matcher(listen).matches()
                                || !HOST.matcher(listen).matches(),
                        "listen",
                        listen,
                        "can be reached from other machines, and so needs admin.token; set that by ${env:NAME} or"
                                + " ${file:/path}, or listen on 127.0.0.1",
                        "token")
                .require(
                        !enabled || token != null || requireToken == RequireToken.WRITES,
                        "require-token",
                        requireToken.code(),
                        "needs admin.token; set that by ${env:NAME} or ${file:/path}",
                        "token")
                .require(
                        !enabled
                                || advertised != null
                                || !EVERYWHERE.matcher(listen).matches(),
                        "advertised",
                        String.valueOf(advertised),
                        "must be set where admin.listen is every address of the machine: the host:port by which other"
                                + " instances reach this one",
                        "listen")
                .require(
                        maxRequestBytes >= 1024,
                        "max-request-bytes",
                        SizeText.format(maxRequestBytes),
                        "must be at least 1KiB")
                .atLeast(1, "requests-per-second", requestsPerSecond)
                .atLeast(0, "max-clients", maxClients);
        AdminUser.requireDistinct(users, rules);
        for (int i = 0; i < mask.size(); i++) {
            rules.require(Selector.isLegal(mask.get(i)), "mask[" + i + "]", mask.get(i), Selector.RULE);
        }
        for (int i = 0; i < peers.size(); i++) {
            rules.require(
                    PEER.matcher(peers.get(i)).matches(),
                    "peers[" + i + "]",
                    peers.get(i),
                    "must be a host or host:port, such as hapax-*.example.org, 10.1.*.* or 10.1.2.3:8090");
        }
        rules.check();
    }

    /** Whether looking at data needs the token. */
    public boolean readsNeedToken() {
        return !onLoopback() || requireToken == RequireToken.READS;
    }

    /** Whether only this machine can reach it. */
    public boolean onLoopback() {
        return LOOPBACK.matcher(listen).matches();
    }

    private static boolean isAddress(String text) {
        var matcher = ADDRESS.matcher(text);
        if (!matcher.matches()) {
            return false;
        }
        int port = Integer.parseInt(matcher.group(1));
        return port >= 1 && port <= HIGHEST_PORT;
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "AdminSettings[enabled=" + enabled + ", listen=" + listen + ", port=" + port + ", advertised="
                + advertised + ", token=" + (token == null ? "none" : Masked.MASK) + ", requireToken="
                + requireToken.code() + ", peers=" + peers + ", tls=" + tls
                + ", maxRequestBytes=" + maxRequestBytes + ", requestsPerSecond=" + requestsPerSecond + ", maxClients="
                + maxClients + ", mask=" + mask + ", users=" + users + "]";
    }

    /**
     * The certificate to be reached with by HTTPS.
     *
     * @param keyStore null for plain HTTP
     */
    public record Tls(@Nullable Path keyStore, @Nullable String keyStorePassword, String keyStoreType) {

        public Tls {
            Rules.of("admin.tls")
                    .require(
                            keyStore == null || keyStorePassword != null,
                            "key-store-password",
                            String.valueOf(keyStorePassword),
                            "must be set where admin.tls.key-store is; best by ${env:NAME} or ${file:/path}",
                            "key-store")
                    .require(
                            keyStore != null || keyStorePassword == null,
                            "key-store",
                            String.valueOf(keyStore),
                            "must be set where admin.tls.key-store-password is",
                            "key-store-password")
                    .require(!keyStoreType.isBlank(), "key-store-type", keyStoreType, "must be PKCS12, JKS or the like")
                    .check();
        }

        public boolean on() {
            return keyStore != null;
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Tls[keyStore=" + keyStore + ", keyStoreType=" + keyStoreType + "]";
        }
    }
}
