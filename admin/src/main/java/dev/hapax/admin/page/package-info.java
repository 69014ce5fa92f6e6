/** What is served as it lies on the class path: the dashboard's files and the description of the API. */
@NullMarked
package dev.hapax.admin.page;

import org.jspecify.annotations.NullMarked;
