/** Tests of what stands at the top of the repository: the two builds and the scripts. */
@NullMarked
package dev.hapax.builds;

import org.jspecify.annotations.NullMarked;
