package dev.hapax.bench.jmh;

import java.util.Map;

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
