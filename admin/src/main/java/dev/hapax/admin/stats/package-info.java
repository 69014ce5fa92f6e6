/** The numbers of an instance and of all instances together: sampled once a second, summed when asked for. */
@NullMarked
package dev.hapax.admin.stats;

import org.jspecify.annotations.NullMarked;
