package dev.hapax.bench.jmh;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmarks of this package, each in a JVM of its own. */
public final class MicroBenchmarks {

    /**
     * How long each is measured.
     *
     * @param warmups iterations that do not count, before those that do
     * @param millis of each iteration
     */
    public record Extent(int warmups, int iterations, long millis) {

        /** Shows that they run; the figures say little. */
        public static final Extent QUICK = new Extent(2, 3, 500);

        public static final Extent FULL = new Extent(5, 10, 1_000);
    }

    private static final String PACKAGE = MicroBenchmarks.class.getPackageName();

    private MicroBenchmarks() {}

    /**
     * Prints nothing, and takes as long as the extent says for each of some fifteen.
     *
     * @param names which to run, as regular expressions of their names; all when there are none
     */
    public static List<MicroResult> run(Extent extent, String... names) {
        try {
            Collection<RunResult> results = new Runner(options(extent, names)).run();
            return results.stream().map(MicroBenchmarks::result).toList();
        } catch (RunnerException e) {
            throw new IllegalStateException("the micro-benchmarks could not be run: " + e.getMessage(), e);
        }
    }

    private static Options options(Extent extent, String... names) {
        var options = new OptionsBuilder();
        for (String name : names.length == 0 ? new String[] {""} : names) {
            options.include("^" + Pattern.quote(PACKAGE + ".") + ".*" + name);
        }
        return options.mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .forks(1)
                .jvmArgs("-Xmx512m")
                .threads(1)
                .warmupIterations(extent.warmups())
                .warmupTime(TimeValue.milliseconds(extent.millis()))
                .measurementIterations(extent.iterations())
                .measurementTime(TimeValue.milliseconds(extent.millis()))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
    }

    private static MicroResult result(RunResult run) {
        BenchmarkParams benchmark = run.getParams();
        Map<String, String> parameters = new TreeMap<>();
        benchmark.getParamsKeys().forEach(key -> parameters.put(key, benchmark.getParam(key)));
        Result<?> figures = run.getPrimaryResult();
        return new MicroResult(
                benchmark.getBenchmark().substring(PACKAGE.length() + 1),
                parameters,
                figures.getStatistics().getPercentile(50),
                figures.getScore(),
                figures.getScoreError(),
                figures.getScoreUnit());
    }

    /**
     * What one part costs.
     *
     * @param name class and method, such as {@code IntakeBenchmark.json}
     * @param parameters what the benchmark was given, by name
     * @param error how far the true mean may lie from the measured one, with 99.9 % confidence; NaN where too little was measured
     * @param unit of all three figures, such as {@code us/op}
     */
    public record MicroResult(
            String name, Map<String, String> parameters, double median, double mean, double error, String unit) {}
}
