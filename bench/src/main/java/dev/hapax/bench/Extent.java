package dev.hapax.bench;

/** How much of its time a user gives to a measurement. */
enum Extent {
    QUICK,
    NORMAL,
    FULL;

    <T> T pick(T quick, T normal, T full) {
        return switch (this) {
            case QUICK -> quick;
            case NORMAL -> normal;
            case FULL -> full;
        };
    }
}
