package dev.hapax.bench;

import dev.hapax.bench.report.Report;

/** One thing the bench can measure. */
interface Measurement {

    /** About how long it takes, in words. */
    String duration(Extent extent);

    Report measure(Bench bench) throws InterruptedException;
}
