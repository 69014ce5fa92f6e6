/**
 * The HTTP server of an instance: what its parts share, who may do what, and how errors are told. What is asked and done lives
 * in the packages below; operators' work itself in {@code dev.hapax.operations}.
 */
@NullMarked
package dev.hapax.admin;

import org.jspecify.annotations.NullMarked;
