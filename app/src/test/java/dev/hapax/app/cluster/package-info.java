@NullMarked
package dev.hapax.app.cluster;

import org.jspecify.annotations.NullMarked;
