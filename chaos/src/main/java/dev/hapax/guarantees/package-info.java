/**
 * What must hold whatever is killed, cut off or lost in between, each as one object that is told what happened and then judges.
 */
@NullMarked
package dev.hapax.guarantees;

import org.jspecify.annotations.NullMarked;
