package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PeerCredentialTest {

    private static final String TOKEN = "0123456789abcdef";
    private static final String PEER = "hapax-2.example.org:8090";
    private static final String PATH = "/api/keys/payments%3Apay-7";
    private static final String QUERY = PATH + "?local=true";
    private static final Instant NOW = Instant.parse("2026-05-05T17:00:00Z");

    private final PeerCredential credential = new PeerCredential(TOKEN);
    private final String header = Objects.requireNonNull(credential.header(PEER, QUERY, NOW));

    @Test
    void shouldBeValidForItsRead() {
        assertThat(credential.isIn(header, PEER, PATH, QUERY, NOW)).isTrue();
        assertThat(credential.isIn(header, PEER, PATH, QUERY, NOW.plus(PeerCredential.HOLDS)))
                .isTrue();
        assertThat(credential.isIn(header, PEER, PATH, QUERY, NOW.minus(PeerCredential.HOLDS)))
                .isTrue();
    }

    @Test
    void shouldBeInvalidForAnyOtherRequest() {
        assertThat(credential.isIn(header, "hapax-3.example.org:8090", PATH, QUERY, NOW))
                .isFalse();
        assertThat(credential.isIn(header, PEER, PATH, PATH, NOW)).isFalse();
        assertThat(credential.isIn(header, PEER, "/api/stats", "/api/stats", NOW))
                .isFalse();
        assertThat(credential.isIn(
                        header,
                        PEER,
                        PATH,
                        QUERY,
                        NOW.plus(PeerCredential.HOLDS).plusSeconds(1)))
                .isFalse();
        assertThat(new PeerCredential("another token, as long").isIn(header, PEER, PATH, QUERY, NOW))
                .isFalse();
        assertThat(new PeerCredential(null).isIn(header, PEER, PATH, QUERY, NOW))
                .isFalse();
    }

    @Test
    void shouldNotAllowReadingMessages() {
        for (String path :
                new String[] {"/api/quarantine", "/api/quarantine/in-0@1", "/api/config", "/api/events", "/ws"}) {
            String made = Objects.requireNonNull(credential.header(PEER, path, NOW));

            assertThat(credential.isIn(made, PEER, path, path, NOW)).as(path).isFalse();
        }
    }

    @Test
    void shouldNotRevealTheToken() {
        assertThat(header).doesNotContain(TOKEN);
        assertThat(new PeerCredential(null).header(PEER, QUERY, NOW)).isNull();
    }

    @Test
    void shouldRejectInvalidCredentials() {
        for (String none :
                new String[] {"", "Hapax-Peer", "Hapax-Peer 1.x", "Bearer " + TOKEN, header + "x", " " + header}) {
            assertThat(credential.isIn(none, PEER, PATH, QUERY, NOW)).as(none).isFalse();
        }
        assertThat(credential.isIn(null, PEER, PATH, QUERY, NOW)).isFalse();
    }
}
