package dev.hapax.channel;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ObservedChannelTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final Logger log = (Logger) LoggerFactory.getLogger(ObservedChannel.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void listen() {
        log.setLevel(Level.DEBUG);
        log.setAdditive(false);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void listenNoMore() {
        log.detachAppender(lines);
        log.setLevel(null);
        log.setAdditive(true);
    }

    private Channel channel(Channel.Sent sent) {
        Channel inner = new Channel() {
            @Override
            public Sent send(DueDelivery delivery, Lease lease) {
                return sent;
            }

            @Override
            public @Nullable Down down(DueDelivery delivery) {
                return new Down("535", 1);
            }

            @Override
            public void close() {
                seen.add("closed");
            }
        };
        return new ObservedChannel(inner, new ObservedChannel.Observer() {
            @Override
            public void attempted(String channel, Result result, long nanos) {
                seen.add(channel + " " + result);
            }

            @Override
            public void asked(String channel, boolean down) {
                seen.add(channel + " down " + down);
            }
        });
    }

    private static DueDelivery delivery(@Nullable String trace) {
        return new DueDelivery(7, "invoice:9", 2, "mail", "ann@example.org", "", 0, new byte[0], trace);
    }

    @Test
    void shouldLogAndCountAnAttemptAndAddItsTraceToTheEvidence() {
        try (Channel channel = channel(new Channel.Sent(Result.UNKNOWN, "reset"))) {
            Channel.Sent sent = channel.send(delivery("00-" + TRACE + "-00f067aa0ba902b7-01"), Deliveries.lease());

            assertThat(sent).isEqualTo(new Channel.Sent(Result.UNKNOWN, "reset [trace " + TRACE + "]"));
            assertThat(channel.down(delivery(null))).isEqualTo(new Channel.Down("535", 1));
        }
        assertThat(seen).containsExactly("mail UNKNOWN", "mail down true", "closed");
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getKeyValuePairs())
                    .extracting(pair -> pair.key + "=" + pair.value)
                    .containsExactly("delivery=invoice:9", "attempt=2", "channel=mail", "traceId=" + TRACE);
            assertThat(line.getFormattedMessage()).doesNotContain("ann@example.org");
        });
    }

    @Test
    void shouldLeaveADeliveryOfNoTraceAsItIs() {
        Channel.Sent expected = new Channel.Sent(Result.SENT, "250 ok");
        try (Channel channel = channel(expected)) {
            assertThat(channel.send(delivery(null), Deliveries.lease())).isEqualTo(expected);
        }
        assertThat(lines.list)
                .singleElement()
                .extracting(ILoggingEvent::getLevel)
                .isEqualTo(Level.DEBUG);
    }
}
