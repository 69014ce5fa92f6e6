/**
 * The {@code rfc822} format: mail as it really is, with encoded headers, charsets, multiparts and broken MIME. Reads as mail
 * clients read, and refuses only what is no mail at all.
 */
@NullMarked
package dev.hapax.intake.mail;

import org.jspecify.annotations.NullMarked;
