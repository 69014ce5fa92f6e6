/**
 * The topics a configuration asks for. Whether a cluster has them is asked elsewhere.
 */
@NullMarked
package dev.hapax.operations.topics;

import org.jspecify.annotations.NullMarked;
