/**
 * One running instance: started only against a cluster that fits, watched while it runs, stopped within a bounded time.
 */
@NullMarked
package dev.hapax.instance;

import org.jspecify.annotations.NullMarked;
