package dev.hapax.bench.lab;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Identities that carry a number, by which a message is known again when its decision comes. */
final class Ticket {

    private Ticket() {}

    static String of(long number) {
        return new UUID(0x4a7, number).toString();
    }

    static long number(byte[] key) {
        return UUID.fromString(new String(key, StandardCharsets.UTF_8)).getLeastSignificantBits();
    }
}
