package dev.hapax.demo.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LiveMessagesTest {

    private static final Instant NOW = Instant.parse("2026-05-05T16:00:00Z");

    @Test
    void shouldBeOfNowEachOnceButForCopiesThatAreAsTheFirst() {
        DemoStream.LiveMessages messages = new DemoStream.LiveMessages(1, Clock.fixed(NOW, ZoneOffset.UTC));
        List<DemoMessage> copies = new ArrayList<>();
        Set<String> seen = new HashSet<>();

        for (int i = 0; i < 500; i++) {
            DemoMessage message = messages.next();
            assertThat(message.timestamp()).isEqualTo(NOW.toEpochMilli());
            boolean fresh = seen.add(content(message));
            assertThat(message.fate()).isEqualTo(fresh ? DemoMessage.Fate.ADMITTED : DemoMessage.Fate.DUPLICATE);
            if (!fresh) {
                copies.add(message);
            }
        }

        assertThat(copies).hasSizeBetween(30, 150);
    }

    /** All that makes it what it is: attributes of an event may stand in headers. */
    private static String content(DemoMessage message) {
        StringBuilder content = new StringBuilder(message.topic()).append(message.partition());
        message.headers()
                .forEach(header ->
                        content.append(header.name()).append(new String(header.value(), StandardCharsets.UTF_8)));
        return content.append(new String(message.value(), StandardCharsets.UTF_8))
                .toString();
    }
}
