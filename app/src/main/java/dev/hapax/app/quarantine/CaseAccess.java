package dev.hapax.app.quarantine;

import dev.hapax.app.ConfigOption;
import dev.hapax.app.OutputOption;
import dev.hapax.app.ProgressLine;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.quarantine.CaseFiles;
import dev.hapax.operations.quarantine.Inbox;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.BiFunction;
import picocli.CommandLine.Mixin;

/** What every command about cases needs: the configuration, where results go, and the cases themselves. */
final class CaseAccess {

    @Mixin
    private final ConfigOption config = new ConfigOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    Path configFile() {
        return config.file();
    }

    OutputOption output() {
        return output;
    }

    /** Clients, once a broker has answered. */
    KafkaClients connect() {
        return new KafkaClients(config.reachable());
    }

    /** Work with a view of the cases, which is read once. */
    @FunctionalInterface
    interface Work<T> {
        T on(KafkaClients clients, CaseFiles files, ProgressLine progress);
    }

    <T> T with(Work<T> work) {
        KafkaClients clients = connect();
        Clock clock = Clock.systemUTC();
        try (ProgressLine progress = new ProgressLine(output.err(), clock);
                CaseFiles files = new CaseFiles(clients, clock)) {
            return work.on(clients, files, progress);
        }
    }

    <T> T read(BiFunction<Inbox, ProgressLine, T> reading) {
        return with((clients, files, progress) -> {
            try (Inbox inbox = new Inbox(clients, files)) {
                return reading.apply(inbox, progress);
            }
        });
    }

    /** Reports how many records of the topics were skipped. */
    void printSkipped(long skipped) {
        if (skipped > 0) {
            output.err().println(skipped + (skipped == 1 ? " record" : " records") + " skipped: not written by Hapax.");
            output.err().flush();
        }
    }
}
