/**
 * The listener that the links to unsubscribe in mails lead to (RFC 8058). Anyone can reach it, so it serves nothing else and knows
 * neither the API nor its tokens.
 */
@NullMarked
package dev.hapax.admin.unsubscribe;

import org.jspecify.annotations.NullMarked;
