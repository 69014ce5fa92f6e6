package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static dev.hapax.topology.HapaxFixture.header;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.hapax.domain.Command;
import dev.hapax.domain.Coordinates;
import dev.hapax.wire.CommandFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the log says of messages: enough to find them, not what they say, and never too often. */
class MessageLogTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, identity: { field: /id } }
                  - { topic: payments, keyed-by-identity: true, identity: { field: /id } }
                guard: { ttl: 1h }
                quarantine: { flood: { max-consecutive: 0, max-share: 1 } }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldLogADuplicateWithBothCoordinatesAndTheTimeLeft() {
        try (Logged log = new Logged(MessageLog.class, Level.DEBUG)) {
            Coordinates first = hapax.sends("hooks", null, json("1", "secret words"), NOW.minusSeconds(600));
            Coordinates second = hapax.sends(
                    "hooks",
                    null,
                    json("1", "secret words"),
                    header("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01"));

            ILoggingEvent line = log.lines().get(0);
            assertThat(log.lines()).hasSize(1);
            assertThat(line.getLevel()).isEqualTo(Level.DEBUG);
            assertThat(Logged.fields(line))
                    .isEqualTo(Map.of(
                            "identity", "1",
                            "coordinates", second.toString(),
                            "source", "hooks",
                            "instance", "hapax-test",
                            "traceId", TRACE,
                            "first", first.toString(),
                            "left", "PT50M"));
            assertThat(line.getFormattedMessage()).contains("Duplicate", first.toString(), "PT50M");
        }
    }

    @Test
    void shouldSayNothingOfDuplicatesUnlessAsked() {
        try (Logged log = new Logged(MessageLog.class, Level.INFO)) {
            hapax.sends("hooks", null, json("1", "a"));
            hapax.sends("hooks", null, json("1", "a"));

            assertThat(hapax.duplicates()).hasSize(1);
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void shouldLogAQuarantinedMessageWithoutWhatItSays() {
        try (Logged log = new Logged(MessageLog.class, Level.INFO)) {
            hapax.sends("payments", "1", json("1", "first"));
            Coordinates conflict = hapax.sends("payments", "1", json("1", "secret words"));
            Coordinates unreadable = hapax.sends("hooks", "secret key", "secret words");

            assertThat(log.lines())
                    .extracting(Logged::fields)
                    .containsExactly(
                            Map.of(
                                    "identity", "1",
                                    "coordinates", conflict.toString(),
                                    "source", "payments",
                                    "instance", "hapax-test",
                                    "reason", "CONFLICT",
                                    "phase", "guard"),
                            Map.of(
                                    "coordinates", unreadable.toString(),
                                    "source", "hooks",
                                    "instance", "hapax-test",
                                    "reason", "UNREADABLE",
                                    "phase", "intake"));
            assertThat(log.lines())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .allSatisfy(text ->
                            assertThat(text).contains("hapax quarantine show").doesNotContain("secret"));
        }
    }

    @Test
    void shouldLogTenQuarantinedMessagesAMinuteAndHowManyMoreThereWere() {
        try (Logged log = new Logged(MessageLog.class, Level.INFO)) {
            for (int i = 0; i < 500; i++) {
                hapax.sends("hooks", null, "broken");
            }
            assertThat(log.lines()).hasSize(10);

            hapax.passes(Duration.ofMinutes(1));
            hapax.sends("hooks", null, "broken");

            assertThat(log.lines()).hasSize(11);
            assertThat(Logged.fields(log.lines().get(10))).containsEntry("leftOut", "490");
        }
    }

    @Test
    void shouldLogWhatAnOperatorHadForgotten() {
        try (Logged log = new Logged(MessageLog.class, Level.INFO)) {
            hapax.sends("hooks", null, json("1", "a"));
            Command forget = new Command.Forget("c1", "1", "ada", "sent to the wrong address", NOW);
            hapax.sendsBytes("hapax.commands", "1".getBytes(StandardCharsets.UTF_8), CommandFormat.write(forget), NOW);

            assertThat(log.lines()).hasSize(1);
            assertThat(Logged.fields(log.lines().get(0)))
                    .isEqualTo(Map.of("identity", "1", "command", "c1", "actor", "ada", "instance", "hapax-test"));
        }
    }

    @Test
    void shouldWarnOnceInTenMinutesOfASourceThatSendsMostlyDuplicates() {
        try (Logged log = new Logged(DuplicateRateWarning.class, Level.WARN)) {
            for (int minute = 0; minute < 15; minute++) {
                for (int i = 0; i < 1_002; i++) {
                    // Three of each here, two of each there.
                    hapax.sends("hooks", null, json("h-" + minute + "-" + i / 3, "a"));
                    hapax.sends("payments", minute + "-" + i / 2, json(minute + "-" + i / 2, "a"));
                }
                hapax.passes(Duration.ofMinutes(1));
            }

            assertThat(log.lines())
                    .as("after the first minute and after the eleventh")
                    .hasSize(2);
            assertThat(log.lines()).allSatisfy(line -> {
                assertThat(Logged.fields(line)).containsEntry("source", "hooks").containsKeys("messages", "duplicates");
                assertThat(line.getFormattedMessage())
                        .startsWith("66 % of the last")
                        .contains("identity is too coarse");
            });
        }
    }

    @Test
    void shouldNotWarnOfAFewDuplicates() {
        try (Logged log = new Logged(DuplicateRateWarning.class, Level.WARN)) {
            for (int i = 0; i < 900; i++) {
                hapax.sends("hooks", null, json("1", "a"));
            }
            hapax.passes(Duration.ofMinutes(1));
            hapax.sends("hooks", null, json("1", "a"));

            assertThat(log.lines()).isEmpty();
        }
    }

    private static String json(String id, String subject) {
        return "{\"id\":\"" + id + "\",\"subject\":\"" + subject + "\"}";
    }
}
