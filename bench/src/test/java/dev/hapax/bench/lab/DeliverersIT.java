package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each contender delivers every mail once: nobody is measured who loses one or sends it twice. */
@Execution(ExecutionMode.CONCURRENT) // each waits for its own processes
class DeliverersIT {

    private static final int MAILS = 300;

    @TempDir
    Path folder;

    @Test
    void shouldDeliverEachMailOnceWithTheChannelAlone() throws Exception {
        try (MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = task("smtp-only", sink);
            try (Deliverer deliverer = OtherDeliverer.smtpOnly(task)) {
                assertDelivered(deliverer, task);
            }
        }
    }

    @Test
    void shouldDeliverEachMailOnceFromPostgres() throws Exception {
        assumeThat(PostgresServer.whyMissing()).isEmpty();
        try (PostgresServer postgres = PostgresServer.start(folder.resolve("postgres"));
                MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = task("postgres", sink);
            try (Deliverer deliverer = OtherDeliverer.postgres(task, postgres)) {
                assertDelivered(deliverer, task);
            }
        }
    }

    @Test
    void shouldDeliverEachMailOnceWithHapaxAndMeasureHowSoon() throws Exception {
        try (Lab lab = Lab.open(folder);
                MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = task("hapax", sink);
            try (HapaxDeliverer deliverer = new HapaxDeliverer(lab, task)) {
                assertDelivered(deliverer, task);

                List<Double> latencies = deliverer.idleLatencies(2);

                assertThat(latencies).hasSize(2).allMatch(millis -> millis > 0);
            }
        }
    }

    private DeliveryRace.Task task(String name, MailSink sink) {
        return new DeliveryRace.Task(
                name, folder.resolve(name), sink, MAILS, Lab.PARTITIONS, process -> "-XX:TieredStopAtLevel=1");
    }

    private static void assertDelivered(Deliverer deliverer, DeliveryRace.Task task) throws InterruptedException {
        DeliveryRace.Run run = DeliveryRace.run(deliverer, task, done -> {});

        assertThat(task.sink().count()).isEqualTo(MAILS);
        assertThat(run.twice()).isZero();
        assertThat(run.perSecond()).isPositive();
        assertThat(task.sink().acceptedMicros("user-0@example.org")).isNotNull();
    }
}
