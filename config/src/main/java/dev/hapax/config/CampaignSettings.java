package dev.hapax.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What holds for all campaigns.
 *
 * @param twoApproversAbove campaigns with more recipients need two approvers
 * @param unsubscribe null where mails have no links to unsubscribe
 */
public record CampaignSettings(
        int twoApproversAbove, @Nullable Unsubscribe unsubscribe) {

    private static final int SHORTEST_SECRET = 32;
    private static final int HIGHEST_PORT = 65_535;

    public CampaignSettings {
        Rules.of("campaign")
                .atLeast(1, "two-approvers-above", twoApproversAbove)
                .check();
    }

    /**
     * Links with which recipients opt out (RFC 8058), and the server that they lead to.
     *
     * @param url the public address of the server, without a token
     * @param secret signs the tokens in the links
     * @param listen where an instance listens for them
     * @param port null where no instance does
     * @param proxies addresses of proxies, besides those of the own machine, whose {@code X-Forwarded-For} is believed
     */
    public record Unsubscribe(
            String url,
            String secret,
            String listen,
            @Nullable Integer port,
            List<String> proxies) {

        private static final int LONGEST_URL = 300;
        private static final Pattern PROXY =
                Pattern.compile("(\\d{1,3}|\\*)(\\.(\\d{1,3}|\\*)){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

        public Unsubscribe {
            proxies = List.copyOf(proxies);
            Rules rules = Rules.of("campaign.unsubscribe")
                    .require(
                            isUrl(url) && url.length() <= LONGEST_URL,
                            "url",
                            url,
                            "must be an https:// URL without a query, such as https://example.com/u, of at most "
                                    + LONGEST_URL + " characters")
                    .require(
                            secret.length() >= SHORTEST_SECRET,
                            "secret",
                            Masked.MASK,
                            "must have at least " + SHORTEST_SECRET + " characters; 'openssl rand -hex 32' prints one")
                    .require(
                            port == null || (port >= 0 && port <= HIGHEST_PORT),
                            "port",
                            String.valueOf(port),
                            "must be at most " + HIGHEST_PORT);
            for (int i = 0; i < proxies.size(); i++) {
                rules.require(
                        PROXY.matcher(proxies.get(i)).matches(),
                        "proxies[" + i + "]",
                        proxies.get(i),
                        "must be an address, such as 10.1.2.3, 10.1.*.* or 2001:db8::1");
            }
            rules.check();
        }

        /** Mail programs follow only https; plain HTTP is for trying it out on one machine. */
        private static boolean isUrl(String text) {
            try {
                URI url = new URI(text);
                String host = url.getHost();
                boolean local = "127.0.0.1".equals(host) || "localhost".equals(host);
                return host != null
                        && url.getRawQuery() == null
                        && url.getRawFragment() == null
                        && url.getRawUserInfo() == null
                        && ("https".equals(url.getScheme()) || (local && "http".equals(url.getScheme())));
            } catch (URISyntaxException e) {
                return false;
            }
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "Unsubscribe[url=" + url + ", listen=" + listen + ", port=" + port + ", proxies=" + proxies + "]";
        }
    }
}
