/** Campaigns under faults: everyone involved is killed while mails go out, and nobody gets two or is forgotten. */
@NullMarked
package dev.hapax.chaos.campaign;

import org.jspecify.annotations.NullMarked;
