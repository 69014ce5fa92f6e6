/**
 * One way of writing every value, so that what says the same hashes the same. Open to formats that come as plug-ins; knows
 * no format itself.
 */
@NullMarked
package dev.hapax.intake.canonical;

import org.jspecify.annotations.NullMarked;
