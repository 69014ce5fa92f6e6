/** That answers are as openapi.json describes them. */
@NullMarked
package dev.hapax.described;

import org.jspecify.annotations.NullMarked;
