package dev.hapax.bench;

import dev.hapax.bench.report.BenchReport;
import java.util.List;

/** One thing the bench can measure. */
interface Measurement {

    /** The names that {@code --only} may give. */
    List<String> contenders();

    /** About how long it takes, in words. */
    String duration(Order.Extent extent);

    BenchReport measure(Bench bench) throws InterruptedException;
}
