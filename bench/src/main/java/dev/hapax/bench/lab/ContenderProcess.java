package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A contender at work, in a JVM with the same flags for all. */
public final class ContenderProcess implements AutoCloseable {

    /** What its JVM is given. */
    public static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-Dhapax.log.level=WARN");

    static final String LOG = "contender.log";

    private final Process process;
    private final Path log;

    private ContenderProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static ContenderProcess start(ContenderProgram program, Job job, List<String> moreFlags) {
        try {
            Files.createDirectories(job.folder());
            Path log = job.folder().resolve(LOG);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(FLAGS);
            command.addAll(program.jvmFlags());
            command.addAll(moreFlags);
            command.addAll(List.of("-cp", program.classPath(), program.mainClass()));
            command.addAll(program.firstArguments());
            command.addAll(job.arguments());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ContenderProcess(process, log);
        } catch (IOException e) {
            throw new IllegalStateException(program.name() + " could not be started: " + e.getMessage(), e);
        }
    }

    /** CPU time it has used so far. */
    Duration cpu() {
        return Cpu.of(process.toHandle());
    }

    /** The most memory it has had so far; empty where the system does not tell. */
    OptionalLong peakMemory() {
        return ProcessMemory.peak(process.pid());
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new ContenderException("it ended by itself with exit code " + process.exitValue() + lastWords());
        }
    }

    /** The end of what it has printed. */
    String lastWords() {
        return "; " + LastWords.in(log);
    }

    /** Ends it without ado, and returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
