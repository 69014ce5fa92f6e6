/**
 * The guarantees that must hold whatever fails. Each is an object that collects events and then verifies them.
 */
@NullMarked
package dev.hapax.guarantees;

import org.jspecify.annotations.NullMarked;
