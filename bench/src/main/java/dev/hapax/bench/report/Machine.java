package dev.hapax.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** Facts about this machine that are needed to judge a figure. */
public final class Machine {

    private static final Path CPUS = Path.of("/proc/cpuinfo");
    private static final Path MEMORY = Path.of("/proc/meminfo");

    private Machine() {}

    public static Map<String, Object> facts(Clock clock) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu", line(CPUS, "model name", System.getProperty("os.arch")));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("memory", line(MEMORY, "MemTotal", "unknown"));
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        facts.put("kafka", AppInfoParser.getVersion());
        facts.put("date", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        return facts;
    }

    /** What stands behind a name and a colon. */
    private static String line(Path file, String name, String otherwise) {
        if (!Files.isReadable(file)) {
            return otherwise;
        }
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(otherwise);
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }
}
