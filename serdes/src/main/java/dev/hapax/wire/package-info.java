/**
 * How the domain's types are written down: headers, JSON values, binary entries. Every format carries its version, and
 * what an older version wrote stays readable.
 */
@NullMarked
package dev.hapax.wire;

import org.jspecify.annotations.NullMarked;
