/**
 * The HTTP server of an instance: access checks, error responses, and what its parts share. The packages below have the routes;
 * {@code dev.hapax.operations} has the operator actions.
 */
@NullMarked
package dev.hapax.admin;

import org.jspecify.annotations.NullMarked;
