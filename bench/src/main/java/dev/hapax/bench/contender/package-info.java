/**
 * The ways to do a {@link dev.hapax.bench.contender.Job}, each written as its own users would, and the process they run in.
 * They know the job and nothing of how they are measured.
 */
@NullMarked
package dev.hapax.bench.contender;

import org.jspecify.annotations.NullMarked;
