/** Files from the class path: the dashboard and the OpenAPI description. */
@NullMarked
package dev.hapax.admin.page;

import org.jspecify.annotations.NullMarked;
