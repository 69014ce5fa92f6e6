package dev.hapax.channel.smtp;

import static dev.hapax.channel.smtp.SmtpFixture.CERTIFICATES;
import static dev.hapax.channel.smtp.SmtpFixture.LOGIN;
import static dev.hapax.channel.smtp.SmtpFixture.MESSAGE;
import static dev.hapax.channel.smtp.SmtpFixture.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.channel.Deliveries;
import dev.hapax.channel.smtp.SmtpFault.Phase;
import dev.hapax.channel.smtp.SmtpSettings.Security;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryEvent.Reported;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.DueDelivery;
import dev.hapax.worker.DueLog;
import dev.hapax.worker.Lease;
import dev.hapax.worker.PartitionWorker;
import dev.hapax.worker.StopCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A worker with the real mail channel: deliveries stay queued while nothing can be sent. */
class SmtpWorkerTest {

    private final AtomicLong nanos = new AtomicLong();
    private final OneDelivery log = new OneDelivery();

    private PartitionWorker worker(SmtpChannel channel) {
        PartitionWorker.Options options = new PartitionWorker.Options("w", 10, 30_000, 10_000);
        return new PartitionWorker(
                options, log, new NoStops(), channel, new Lease.Clocks(() -> 0, () -> 0), () -> false);
    }

    private SmtpChannel channel(ScriptedSmtpServer server) {
        SmtpSettings settings = SmtpFixture.settings(server.port(), Security.STARTTLS, LOGIN, patient());
        return new SmtpChannel(settings, CERTIFICATES.client(), null, nanos::get);
    }

    @Test
    void shouldClaimNothingWithWrongPasswordAndSendOnceItIsRight() throws Exception {
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(CERTIFICATES.server());
                SmtpChannel channel = channel(server)) {
            server.on(Phase.AUTH, SmtpFault.reply("535 5.7.8 wrong password"));
            PartitionWorker worker = worker(channel);

            assertThat(worker.step()).isFalse();

            assertThat(server.fired).hasSize(1);
            assertThat(log.claims).isZero();
            assertThat(worker.down().get("test")).contains("535 5.7.8 wrong password");

            server.repaired();
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(worker.step()).isTrue();

            assertThat(worker.down()).isEmpty();
            assertThat(server.accepted).hasSize(1);
            assertThat(log.results).containsExactly(Result.SENT);
        }
    }

    @Test
    void shouldClaimNothingWhenStartTlsIsStripped() throws Exception {
        try (ScriptedSmtpServer server = new ScriptedSmtpServer(CERTIFICATES.server()).withoutStartTls();
                SmtpChannel channel = channel(server)) {
            PartitionWorker worker = worker(channel);

            assertThat(worker.step()).isFalse();

            assertThat(server.commands).containsExactly("EHLO worker.example.com");
            assertThat(log.claims).isZero();
            assertThat(worker.down().get("test")).contains("does not offer STARTTLS");
        }
    }

    private static final class OneDelivery implements DueLog {
        private final List<Result> results = new ArrayList<>();
        private int claims;

        @Override
        public long open() {
            return -1;
        }

        @Override
        public List<DueDelivery> poll(long afterOffset, int most) {
            return afterOffset < 0 ? List.of(Deliveries.to("ann@example.org", MESSAGE)) : List.of();
        }

        @Override
        public void claim(long upToOffset, Map<String, DeliveryEvent> events) {
            claims++;
        }

        @Override
        public void report(Map<String, DeliveryEvent> events) {
            events.values().forEach(event -> results.add(((Reported) event).result()));
        }

        @Override
        public void awaitReports() {}

        @Override
        public void close() {}
    }

    private static final class NoStops implements StopCheck {
        @Override
        public void catchUp() {}

        @Override
        public @Nullable String off() {
            return null;
        }

        @Override
        public @Nullable Stop stop(DueDelivery delivery) {
            return null;
        }

        @Override
        public @Nullable String hold(DueDelivery delivery) {
            return null;
        }
    }
}
