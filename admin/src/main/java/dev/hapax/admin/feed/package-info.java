/**
 * Events and history of outputs and quarantine: committed events for connected clients, and pages of earlier ones. Nothing here
 * changes data, and no client can block another one or the stream.
 */
@NullMarked
package dev.hapax.admin.feed;

import org.jspecify.annotations.NullMarked;
