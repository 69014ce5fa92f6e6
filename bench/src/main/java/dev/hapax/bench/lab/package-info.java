/**
 * Where contenders are measured: a broker, the inputs they all read, the processes they run in. What comes of it is put into
 * words elsewhere.
 */
@NullMarked
package dev.hapax.bench.lab;

import org.jspecify.annotations.NullMarked;
