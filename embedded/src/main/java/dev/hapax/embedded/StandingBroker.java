package dev.hapax.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One broker of a {@link StandingCluster}: a process that ends when it is told to, and not with who started it. */
public final class StandingBroker {

    private final Path folder;
    private final BrokerAddress place;
    private final BrokerOptions options;
    private final PidFile pidFile;

    StandingBroker(Path folder, BrokerAddress place, BrokerOptions options) {
        this.folder = folder;
        this.place = place;
        this.options = options;
        this.pidFile = new PidFile(
                folder.resolve(DataFolder.LOCK), List.of(StandingBrokerMain.class.getName(), folder.toString()));
    }

    public int node() {
        return place.node();
    }

    /** Where clients reach it. */
    public String address() {
        return BrokerSockets.HOST + ":" + place.clients();
    }

    /** What it prints. */
    public Path log() {
        return folder.resolve("broker.log");
    }

    public boolean isAlive() {
        return process().isPresent();
    }

    /** Empty when it is not running. */
    public Optional<Long> pid() {
        return process().map(ProcessHandle::pid);
    }

    /** Begins to stop it cleanly, and does not wait. */
    public void beginToStop() {
        process().ifPresent(ProcessHandle::destroy);
    }

    /** Ends it as a crash would. */
    public void kill() {
        process().ifPresent(ProcessHandle::destroyForcibly);
    }

    Path folder() {
        return folder;
    }

    BrokerAddress place() {
        return place;
    }

    private Optional<ProcessHandle> process() {
        return pidFile.process();
    }

    void requirePorts() {
        for (int port : List.of(place.clients(), place.brokers(), place.controller())) {
            try {
                BrokerSockets.listen(port, false).close();
            } catch (BrokerException | IOException e) {
                throw new BrokerException(
                        "broker " + node() + " needs port " + port + " on " + BrokerSockets.HOST
                                + ", which another program has: end that one, or choose another first port",
                        e);
            }
        }
    }

    /** Starts its process, which is not in the cluster yet when this returns. */
    Process launch() throws IOException {
        Files.createDirectories(folder);
        var log = ProcessBuilder.Redirect.appendTo(log().toFile());
        var builder = new ProcessBuilder(command())
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(log)
                .redirectError(log);
        // Not an argument: too long for a process to be known again by its command line.
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return builder.start();
    }

    private List<String> command() {
        var command = new ArrayList<String>();
        // Neither Ctrl-C nor a terminal that is closed is meant for it.
        command.addAll(List.of("/bin/sh", "-c", "trap '' HUP INT; exec \"$@\"", "broker"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options.jvmFlags());
        command.add(StandingBrokerMain.class.getName());
        command.add(folder.toString());
        command.addAll(place.words());
        options.properties().forEach((key, value) -> command.add(key + "=" + value));
        return command;
    }
}
