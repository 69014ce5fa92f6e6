/**
 * What an instance tells of outputs and quarantine: live to connected clients, each event once it is committed, and page by page
 * for what was before. Nothing here changes anything, and no client can hold up another or the stream.
 */
@NullMarked
package dev.hapax.admin.feed;

import org.jspecify.annotations.NullMarked;
