package dev.hapax.topology;

import dev.hapax.guard.GuardDesk;
import dev.hapax.meters.Meters;

/** Where a running topology can be seen from outside. */
public record Watch(Meters meters, GuardDesk guard) {}
