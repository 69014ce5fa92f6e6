/** What operators do with campaigns: read recipients and definitions, check, load, review, start, stop and report. */
@NullMarked
package dev.hapax.operations.campaign;

import org.jspecify.annotations.NullMarked;
