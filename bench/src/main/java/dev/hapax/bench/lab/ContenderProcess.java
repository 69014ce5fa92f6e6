package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Job;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The process of a contender. All contenders have the same JVM flags. */
public final class ContenderProcess implements AutoCloseable {

    private static final int LAST_LINES = 6;
    private static final String PEAK_MEMORY = "VmHWM:";
    private static final String MEMORY = "VmRSS:";
    private static final Pattern USED_HEAP = Pattern.compile("used (\\d+)K");

    /** What its JVM is given. */
    public static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-Dhapax.log.level=WARN");

    private static final String LOG = "contender.log";
    private static final String RECORDER = "-XX:StartFlightRecording";

    private final Process process;
    private final Path log;
    /** Whether it has a flight recorder. */
    private final boolean recorded;

    private ContenderProcess(Process process, Path log, boolean recorded) {
        this.process = process;
        this.log = log;
        this.recorded = recorded;
    }

    static ContenderProcess start(ContenderProgram program, Job job, List<String> moreFlags) {
        return start(program, job.folder(), moreFlags, job.arguments());
    }

    /** @param folder where what it prints is kept */
    static ContenderProcess start(
            ContenderProgram program, Path folder, List<String> moreFlags, List<String> arguments) {
        try {
            Files.createDirectories(folder);
            Path log = folder.resolve(LOG);
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(FLAGS);
            command.addAll(program.jvmFlags());
            command.addAll(moreFlags);
            command.addAll(List.of("-cp", program.classPath(), program.mainClass()));
            command.addAll(program.firstArguments());
            command.addAll(arguments);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean recorded = moreFlags.stream().anyMatch(flag -> flag.startsWith(RECORDER));
            return new ContenderProcess(process, log, recorded);
        } catch (IOException e) {
            throw new IllegalStateException(program.name() + " could not be started: " + e.getMessage(), e);
        }
    }

    /** CPU time it has used so far. */
    long pid() {
        return process.pid();
    }

    Duration cpu() {
        return Cpu.of(process.toHandle());
    }

    /** Its peak memory so far; empty if the system does not report it. */
    OptionalLong peakMemory() {
        return memory(PEAK_MEMORY);
    }

    /** The memory it takes now, in bytes; empty if the system does not report it. */
    OptionalLong residentMemory() {
        return memory(MEMORY);
    }

    /** Bytes of the objects that are in use. Collects all others first. */
    long liveHeap() {
        jcmd("GC.run");
        Matcher used = USED_HEAP.matcher(jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new ContenderException("its heap is not known" + lastWords());
        }
        return Long.parseLong(used.group(1)) << 10;
    }

    private String jcmd(String command) {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            Process asked = new ProcessBuilder(jcmd, Long.toString(process.pid()), command)
                    .redirectErrorStream(true)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("jcmd failed", e);
        }
    }

    void requireAlive() {
        if (!process.isAlive()) {
            throw new ContenderException("it ended by itself with exit code " + process.exitValue() + lastWords());
        }
    }

    /** The end of what it has printed. */
    String lastWords() {
        return "; " + lastWords(log);
    }

    /** Kills it, and returns when it has ended. */
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
        if (recorded && process.isAlive()) {
            dumpRecording();
        }
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

    /** Hapax halts at its end, and a JVM that halts does not write its flight recording. */
    private void dumpRecording() {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        try {
            new ProcessBuilder(jcmd, Long.toString(process.pid()), "JFR.stop", "name=1")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("the recording could not be written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The end of what a process has printed. */
    static String lastWords(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.isEmpty()
                    ? "it said nothing"
                    : "it said: "
                            + String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
        } catch (IOException e) {
            return "what it said cannot be read: " + e;
        }
    }

    private OptionalLong memory(String what) {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith(what))
                    .mapToLong(line -> 1024
                            * Long.parseLong(line.substring(what.length())
                                    .replace("kB", "")
                                    .strip()))
                    .findFirst();
        } catch (IOException e) {
            throw new IllegalStateException(status + " cannot be read", e);
        }
    }

    /** Bytes of all files in a folder and those in it, but for what a contender has printed. */
    public static long diskBytes(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.endsWith(LOG))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
