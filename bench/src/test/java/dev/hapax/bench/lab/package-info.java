/** Tests of what measures: that the contenders do the work they are measured at. */
package dev.hapax.bench.lab;
