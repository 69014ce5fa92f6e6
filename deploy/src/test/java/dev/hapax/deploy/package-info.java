/** Whether the files that Hapax is deployed with say what is true of it. No cluster and no engine is needed for that. */
@NullMarked
package dev.hapax.deploy;

import org.jspecify.annotations.NullMarked;
