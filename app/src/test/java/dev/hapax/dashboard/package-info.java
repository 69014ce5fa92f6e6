/** The dashboard as a person sees it: a real browser before a real instance. Only tests; what it shows lives in the admin module. */
@NullMarked
package dev.hapax.dashboard;

import org.jspecify.annotations.NullMarked;
