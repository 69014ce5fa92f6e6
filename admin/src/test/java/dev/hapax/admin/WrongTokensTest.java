package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.meters.Meter;
import dev.hapax.meters.Meters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrongTokensTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<String> lines = new ArrayList<>();
    private long nanos;
    private final WrongTokens wrongTokens = new WrongTokens(new Meters(registry), () -> nanos, lines::add);

    @Test
    void shouldCountAllAndLogSome() throws Exception {
        ClientAddress from = ClientAddress.of(InetAddress.getByName("192.0.2.7"));
        for (int i = 0; i < 100; i++) {
            wrongTokens.came(from);
        }
        assertThat(lines).hasSize(6).containsOnly("Wrong token from 192.0.2.7");

        nanos += Duration.ofMinutes(1).toNanos();
        wrongTokens.came(from);

        assertThat(lines.get(6)).isEqualTo("Wrong token from 192.0.2.7, after 94 others that were not logged");
        assertThat(registry.get(Meter.WRONG_TOKENS.id()).functionCounter().count())
                .isEqualTo(101);
    }
}
