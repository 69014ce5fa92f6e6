package dev.hapax.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.app.ExitCodes;
import dev.hapax.chaos.delivery.DeliveryApplication;
import dev.hapax.chaos.delivery.MailServer.Step;
import dev.hapax.embedded.BrokerOptions;
import dev.hapax.embedded.EmbeddedBroker;
import dev.hapax.embedded.FaultProxy;
import dev.hapax.harness.HapaxProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker that is told to stop ends in a bounded time, even if its brokers are gone for good. */
@Timeout(240)
class DeliverStopIT {

    private static final Duration LONG = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    @Test
    void shouldEndWithoutItsBrokersAndNameWhatItCouldNotReport() throws Exception {
        FaultProxy proxy = FaultProxy.listen();
        try (EmbeddedBroker broker =
                EmbeddedBroker.start(folder.resolve("broker"), proxy.advertisedBy(BrokerOptions.defaults()))) {
            proxy.connectTo(broker.port());
            try (DeliveryApplication application =
                            DeliveryApplication.of("orphan", proxy.bootstrapServers(), folder, 1, it -> it);
                    HapaxProcess instance = application.startInstance();
                    HapaxProcess worker = application.startWorker(0)) {
                application.mailServer().hold(Step.DOT);
                application.stage(0, 1, 0);
                assertThat(application.mailServer().await(LONG))
                        .as("a worker came to the final dot")
                        .isNotNull();
                instance.kill();

                proxy.close();
                application.mailServer().release();
                worker.terminate();

                assertThat(worker.exitCode(LONG.toSeconds())).isEqualTo(ExitCodes.FAILED);
                assertThat(worker.printedToErr())
                        .contains("Stopped without the brokers", "Not reported: m0 attempt 1: SENT, 250");
                assertThat(application.mailServer().accepted()).hasSize(1);
            }
        }
    }
}
