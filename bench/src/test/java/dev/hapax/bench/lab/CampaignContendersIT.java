package dev.hapax.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each contender sends every recipient of a campaign one mail, and knows who is left in doubt when its sender is killed. */
@Execution(ExecutionMode.CONCURRENT) // each waits for its own processes
class CampaignContendersIT {

    private static final int RECIPIENTS = 400;

    @TempDir
    Path folder;

    @Test
    void shouldSendACampaignFromPostgres() throws Exception {
        assumeThat(PostgresServer.whyMissing()).isEmpty();
        try (PostgresServer postgres = PostgresServer.start(folder.resolve("postgres"));
                MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = task("postgres", sink);
            try (CampaignContender contender = new PostgresCampaignContender(postgres, task)) {
                assertSent(contender, task);
            }
        }
    }

    @Test
    void shouldSendACampaignWithHapax() throws Exception {
        try (Lab lab = Lab.open(folder);
                MailSink sink = MailSink.start(folder.resolve("sink"))) {
            DeliveryRace.Task task = task("hapax", sink);
            try (CampaignContender contender = new HapaxCampaignContender(lab, task, "10s")) {
                assertSent(contender, task);
            }
        }
    }

    private DeliveryRace.Task task(String name, MailSink sink) {
        return new DeliveryRace.Task(
                name, folder.resolve(name), sink, RECIPIENTS, Lab.PARTITIONS, process -> "-XX:TieredStopAtLevel=1");
    }

    private static void assertSent(CampaignContender contender, DeliveryRace.Task task) throws InterruptedException {
        contender.prepare("first");
        CampaignRace.Run run = CampaignRace.run(contender, task, "first", RECIPIENTS, done -> {});

        assertThat(task.sink().count()).isEqualTo(RECIPIENTS);
        assertThat(task.sink().acceptedMicros("first-0@example.org")).isNotNull();
        assertThat(run.twice()).isZero();
        assertThat(run.perSecond()).isPositive();
        assertThat(run.cpu().sender()).isPositive();
        assertThat(contender.unknown("first")).isEmpty();

        contender.prepare("second");
        CampaignRace.Kill kill = CampaignRace.kill(contender, task, "second", RECIPIENTS, done -> {});

        assertThat(kill.twice()).isZero();
        assertThat(kill.accepted()).isLessThanOrEqualTo(kill.unknown());
        assertThat(task.sink().count())
                .as("all others have their mail")
                .isEqualTo(2L * RECIPIENTS - kill.unknown() + kill.accepted());
    }
}
