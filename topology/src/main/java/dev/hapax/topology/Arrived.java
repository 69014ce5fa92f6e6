package dev.hapax.topology;

import dev.hapax.domain.Arrival;
import dev.hapax.domain.Content;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way from intake to admission.
 *
 * @param content what intake read of it for the classifier; null when it has been moved between partitions since
 */
record Arrived(Arrival arrival, @Nullable Content content) {}
