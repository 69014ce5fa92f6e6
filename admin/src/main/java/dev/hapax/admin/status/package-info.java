/**
 * The status of an instance and its group: health, metrics, tasks, lag, restore progress, topology, settings. Nothing here changes
 * data or shows a message.
 */
@NullMarked
package dev.hapax.admin.status;

import org.jspecify.annotations.NullMarked;
