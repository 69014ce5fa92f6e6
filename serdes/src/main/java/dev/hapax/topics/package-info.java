/**
 * The catalogue of topics: every topic of an application besides its sources. Whoever creates, reads, checks or shows
 * topics asks this list; nothing else spells a topic's name.
 */
@NullMarked
package dev.hapax.topics;

import org.jspecify.annotations.NullMarked;
