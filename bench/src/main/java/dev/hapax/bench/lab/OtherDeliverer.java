package dev.hapax.bench.lab;

import dev.hapax.bench.contender.DeliverMails;
import dev.hapax.bench.contender.PostgresSkipLocked;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One of the others: one process that sends, and a database where it needs one. */
public final class OtherDeliverer implements Deliverer {

    private final ContenderProgram program;
    private final Path folder;
    private final List<String> jvmFlags;
    private final List<String> arguments;
    private final @Nullable PostgresServer database;
    private @Nullable ContenderProcess process;

    private OtherDeliverer(
            String name,
            Path folder,
            List<String> jvmFlags,
            List<String> arguments,
            @Nullable PostgresServer database) {
        this.program = ContenderProgram.deliverer(name);
        this.folder = folder;
        this.jvmFlags = jvmFlags;
        this.arguments = arguments;
        this.database = database;
    }

    /** The mail client alone. */
    public static OtherDeliverer smtpOnly(DeliveryRace.Task task) {
        return new OtherDeliverer(
                DeliverMails.SMTP_ONLY,
                task.folder(),
                task.jvmFlags(),
                List.of(
                        Integer.toString(task.sink().port()),
                        Integer.toString(task.connections()),
                        Long.toString(task.messages())),
                null);
    }

    /** A worker on a table, which is filled here. */
    public static OtherDeliverer postgres(DeliveryRace.Task task, PostgresServer database) {
        PostgresSkipLocked.fill(database.address(), task.messages());
        return new OtherDeliverer(
                DeliverMails.POSTGRES,
                task.folder(),
                task.jvmFlags(),
                List.of(Integer.toString(task.sink().port()), Integer.toString(task.connections()), database.address()),
                database);
    }

    @Override
    public void start() {
        process = ContenderProcess.start(program, folder, jvmFlags, arguments);
    }

    @Override
    public Usage usage() {
        return new Usage(process().cpu(), Duration.ZERO, database == null ? Duration.ZERO : database.cpu());
    }

    @Override
    public void requireAlive() {
        process().requireAlive();
    }

    private ContenderProcess process() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
