/** What a contender's process carries with it where its insides are measured: nothing of it is there in other runs. */
@NullMarked
package dev.hapax.bench.probe;

import org.jspecify.annotations.NullMarked;
