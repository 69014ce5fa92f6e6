/**
 * Renders what a rule delivers: templates and the fields of one message become the exact bytes of a mail or of a request. Pure and
 * bounded functions: no Kafka type, no clock, no file.
 */
@NullMarked
package dev.hapax.rendering;

import org.jspecify.annotations.NullMarked;
