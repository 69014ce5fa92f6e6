package dev.hapax.bench.contender;

import dev.hapax.channel.smtp.SmtpChannel;
import dev.hapax.delivery.DeliveryEvent.Result;
import dev.hapax.worker.Channel;
import dev.hapax.worker.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The mail channel alone: no queue, no claim, no record. The limit of what can be delivered with so many connections. */
final class SmtpOnly {

    private static final long LEASE_MILLIS = 600_000;

    private final int port;
    private final long messages;
    private final AtomicLong next = new AtomicLong();

    SmtpOnly(int port, long messages) {
        this.port = port;
        this.messages = messages;
    }

    void run(int connections) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            threads.add(new Thread(this::send, "send-" + i));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private void send() {
        try (SmtpChannel channel = BenchMail.channel(port)) {
            for (long number = next.getAndIncrement(); number < messages; number = next.getAndIncrement()) {
                Lease lease = Lease.start(Lease.Clocks.system(), LEASE_MILLIS);
                Channel.Sent sent =
                        channel.send(BenchMail.due(number, BenchMail.recipient(number), BenchMail.of(number)), lease);
                if (sent.result() != Result.SENT) {
                    throw new IllegalStateException("mail " + number + ": " + sent);
                }
            }
        }
    }
}
