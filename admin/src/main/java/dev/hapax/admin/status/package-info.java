/**
 * How an instance and its group are: health, metrics, tasks, lag, restoring, topology, settings. Nothing here changes anything or
 * shows a message.
 */
@NullMarked
package dev.hapax.admin.status;

import org.jspecify.annotations.NullMarked;
