/** The numbers of an instance and of the group: sampled once a second, added up on request. */
@NullMarked
package dev.hapax.admin.stats;

import org.jspecify.annotations.NullMarked;
