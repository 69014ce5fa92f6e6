/**
 * What a user may set, as typed records that cannot hold a wrong value, and how they are read from a file. Nothing below
 * this package sees a map of strings.
 */
@NullMarked
package dev.hapax.config;

import org.jspecify.annotations.NullMarked;
