/** Measurements as a person, a script or a page wants them: tables, JSON, charts. Knows nothing of how they were made. */
@NullMarked
package dev.hapax.bench.report;

import org.jspecify.annotations.NullMarked;
