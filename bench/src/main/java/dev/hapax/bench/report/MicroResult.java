package dev.hapax.bench.report;

import java.util.Map;

/**
 * What one micro benchmark came to.
 *
 * @param name of the benchmark, e.g. {@code rules}
 * @param parameters by name, e.g. {@code rules=300}
 * @param error half of the confidence interval around the mean
 * @param unit of mean and error, e.g. {@code us/op}
 */
public record MicroResult(String name, Map<String, String> parameters, double mean, double error, String unit) {}
