/** What an instance counts and times, each meter named once. Nothing here knows who reads them. */
@NullMarked
package dev.hapax.meters;

import org.jspecify.annotations.NullMarked;
