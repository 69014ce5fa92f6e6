package dev.hapax.bench.lab;

import dev.hapax.bench.contender.Contend;
import dev.hapax.bench.contender.DeliverMails;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a contender is started, up to its job.
 *
 * @param jvmFlags those it can't do without, beside the ones all contenders share
 * @param firstArguments what its main class wants before the job
 */
public record ContenderProgram(
        String name, String classPath, String mainClass, List<String> jvmFlags, List<String> firstArguments) {

    /** A contender on our own class path. */
    public static ContenderProgram ours(String name) {
        return new ContenderProgram(
                name, System.getProperty("java.class.path"), Contend.class.getName(), List.of(), List.of(name));
    }

    /** One that delivers mails. */
    static ContenderProgram deliverer(String name) {
        return new ContenderProgram(
                name, System.getProperty("java.class.path"), DeliverMails.class.getName(), List.of(), List.of(name));
    }

    /**
     * Flink, on a class path of its own: it works with one version of Kafka's client only. Needs no flags on JDK 17.
     *
     * @param home the folder of the project, where it was built
     * @param name which of Flink's jobs
     */
    public static ContenderProgram flink(Path home, String name) {
        return new ContenderProgram(
                name,
                flinkLibrary(home).resolve("*").toString(),
                "dev.hapax.bench.flink.FlinkContender",
                List.of(),
                List.of("job=" + name));
    }

    /** Why Flink can't be started here, if so, and what to do about it. */
    public static Optional<String> whyFlinkIsMissing(Path home) {
        Path library = flinkLibrary(home);
        return Files.isDirectory(library)
                ? Optional.empty()
                : Optional.of(library + " is missing: mvn -Pfast package -pl bench-flink -am");
    }

    private static Path flinkLibrary(Path home) {
        return home.resolve("bench-flink/target/dist/lib");
    }
}
