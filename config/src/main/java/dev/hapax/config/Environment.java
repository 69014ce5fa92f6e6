package dev.hapax.config;

import org.jspecify.annotations.Nullable;

/** Where {@code ${env:NAME}} is looked up. */
@FunctionalInterface
public interface Environment {

    /** The value of that variable; null when it is not set. */
    @Nullable
    String variable(String name);

    /** The variables this process was started with. */
    static Environment ofProcess() {
        return System::getenv;
    }
}
