package dev.hapax.instance;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hapax.config.InstanceSettings;
import dev.hapax.config.QuarantineSettings.Flood;
import dev.hapax.config.SettingsFile;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Phase;
import dev.hapax.domain.Reason;
import dev.hapax.domain.Refusal;
import dev.hapax.domain.UnavailableException;
import dev.hapax.quarantine.FloodBreaker;
import dev.hapax.quarantine.QuarantineFloodException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class ThreadFailuresTest {

    private final SettableClock clock = new SettableClock();
    private final ThreadFailures failures = new ThreadFailures(instance(2), clock);

    @Test
    void shouldReplaceThreadsWithinTheBudgetAndThenStopTheInstance() {
        assertThat(failures.handle(new StreamsException("first"))).isEqualTo(REPLACE_THREAD);
        clock.pass(Duration.ofMinutes(29));
        assertThat(failures.handle(new StreamsException("second"))).isEqualTo(REPLACE_THREAD);
        assertThat(failures.fatal()).isEmpty();
        clock.pass(Duration.ofMinutes(29));
        StreamsException last = new StreamsException("third");

        assertThat(failures.handle(last)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.fatal()).containsSame(last);
    }

    @Test
    void shouldHaveTheFullBudgetAgainAnHourLater() {
        failures.handle(new StreamsException("first"));
        failures.handle(new StreamsException("second"));
        clock.pass(Duration.ofHours(1).plusMillis(1));

        assertThat(failures.handle(new StreamsException("third"))).isEqualTo(REPLACE_THREAD);
        assertThat(failures.handle(new StreamsException("fourth"))).isEqualTo(REPLACE_THREAD);
        assertThat(failures.handle(new StreamsException("fifth"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void shouldCountEachFailureForAnHourOfItsOwn() {
        failures.handle(new StreamsException("first"));
        clock.pass(Duration.ofMinutes(59));
        failures.handle(new StreamsException("second"));
        clock.pass(Duration.ofMinutes(2));

        assertThat(failures.handle(new StreamsException("third"))).isEqualTo(REPLACE_THREAD);
        assertThat(failures.handle(new StreamsException("fourth"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void shouldStopAtTheFirstFailureWithoutABudget() {
        ThreadFailures strict = new ThreadFailures(instance(0), clock);

        assertThat(strict.handle(new StreamsException("first"))).isEqualTo(SHUTDOWN_CLIENT);
    }

    @Test
    void shouldStopAtOnceWhenQuarantineIsFlooded() {
        QuarantineFloodException flood = flood();

        assertThat(failures.handle(new StreamsException("in a task", new RuntimeException(flood))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.fatal()).containsSame(flood);
    }

    @Test
    void shouldStopAtOnceWhenTheBrokersRefuseATimeout() {
        assertThat(failures.handle(new InvalidSessionTimeoutException("not within the range")))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.fatal())
                .hasValueSatisfying(fatal -> assertThat(fatal)
                        .hasMessageContaining("instance.session-timeout: 5000 ms makes a session of 4000 ms")
                        .hasMessageContaining("group.min.session.timeout.ms"));

        ThreadFailures others = new ThreadFailures(instance(2), clock);
        assertThat(others.handle(new StreamsException(new InvalidTxnTimeoutException("larger than the maximum"))))
                .isEqualTo(SHUTDOWN_CLIENT);
        assertThat(others.fatal())
                .hasValueSatisfying(fatal -> assertThat(fatal)
                        .hasMessageContaining("instance.transaction-timeout: 30000 ms")
                        .hasMessageContaining("transaction.max.timeout.ms"));
    }

    @Test
    void shouldReplaceThreadsForAsLongAsSomethingIsUnavailable() {
        ThreadFailures strict = new ThreadFailures(instance(0), clock, Duration.ZERO);
        StreamsException unavailable = new StreamsException("in a task", new UnavailableException("no answer"));

        assertThat(strict.handle(unavailable)).isEqualTo(REPLACE_THREAD);
        assertThat(strict.handle(unavailable)).isEqualTo(REPLACE_THREAD);
        assertThat(strict.fatal()).isEmpty();
    }

    @Test
    void shouldStopAtOnceOnAnErrorOfTheMachineItself() {
        OutOfMemoryError error = new OutOfMemoryError("heap");

        assertThat(failures.handle(error)).isEqualTo(SHUTDOWN_CLIENT);
        assertThat(failures.fatal()).containsSame(error);
    }

    @Test
    void shouldRememberWhatStoppedTheInstanceFirst() {
        QuarantineFloodException flood = flood();
        failures.handle(flood);
        failures.handle(new OutOfMemoryError("on the way down"));

        assertThat(failures.fatal()).containsSame(flood);
    }

    private static InstanceSettings instance(int replacements) {
        String text = """
                application-id: failing
                kafka: { bootstrap.servers: 'localhost:1' }
                sources: [{ topic: in, identity: { field: /id } }]
                instance: { session-timeout: 5s, transaction-timeout: 30s, max-thread-replacements: %d }
                """.formatted(replacements);
        return SettingsFile.parse(text, "test", Path.of("/"), name -> null)
                .settings()
                .instance();
    }

    private static QuarantineFloodException flood() {
        Message message = new Message(new Coordinates("in", 0, 7), 0, null, null, List.of());
        Refusal refusal = new Refusal(Reason.UNREADABLE, Phase.INTAKE, "no document", null, null, null, null);
        FloodBreaker breaker = new FloodBreaker(new Flood(1, 1, 10));
        Outcome.Refused latest = new Outcome.Refused(message, refusal, 0, 1);
        breaker.quarantined(latest);
        return catchThrowableOfType(QuarantineFloodException.class, () -> breaker.quarantined(latest));
    }

    /** A clock that stands still until told. */
    private static final class SettableClock extends Clock {

        private Instant now = Instant.parse("2026-05-01T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
