package dev.hapax.bench.lab;

import dev.hapax.bench.contender.BenchCampaign;
import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.contender.PostgresCampaign;
import dev.hapax.delivery.SigningKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A worker on a table of recipients, which are loaded with JDBC in this process. */
public final class PostgresCampaignContender implements CampaignContender {

    private static final String NO_BROKER = "localhost:1";

    private final DeliveryRace.Task task;
    private final PostgresServer server;
    private final PostgresCampaign table;
    private final List<String> arguments;
    private ContenderProcess worker;

    public PostgresCampaignContender(PostgresServer server, DeliveryRace.Task task) {
        this.task = task;
        this.server = server;
        this.table = new PostgresCampaign(server.address());
        table.create();
        try {
            Path config = BenchCampaign.writeConfig(
                    task.folder(),
                    new BenchCampaign.Setting(
                            task.name(),
                            NO_BROKER,
                            task.connections(),
                            task.sink().port(),
                            "2m"));
            Files.writeString(task.folder().resolve("signing.pem"), SigningKey.generate());
            this.arguments = List.of(
                    Integer.toString(task.sink().port()),
                    Integer.toString(task.connections()),
                    server.address(),
                    config.toString(),
                    BenchCampaign.writeDefinition(task.folder(), task.name()).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.worker = startWorker();
    }

    private ContenderProcess startWorker() {
        return ContenderProcess.start(
                ContenderProgram.deliverer(DeliverMails.POSTGRES_CAMPAIGN),
                task.folder().resolve("worker"),
                task.jvmFlags(),
                arguments);
    }

    @Override
    public void begin(String campaign, Path recipients) {
        table.load(recipients);
    }

    @Override
    public boolean isDone(String campaign) {
        return table.isSent() && table.claimedBy(worker.pid()).isEmpty();
    }

    @Override
    public void prepare(String campaign) {
        table.settle();
    }

    @Override
    public void killSender() {
        worker.kill();
        worker = startWorker();
    }

    @Override
    public List<String> unknown(String campaign) {
        return table.claimed();
    }

    @Override
    public Usage usage() {
        return new Usage(Cpu.of(ProcessHandle.current()), worker.cpu(), Duration.ZERO, server.cpu());
    }

    @Override
    public void requireAlive() {
        worker.requireAlive();
    }

    @Override
    public void close() {
        worker.close();
    }
}
