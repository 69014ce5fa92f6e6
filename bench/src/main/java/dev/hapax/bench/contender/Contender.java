package dev.hapax.bench.contender;

/** One way of doing a {@link Job}, in a JVM of its own. */
@FunctionalInterface
public interface Contender {

    /** Starts working and returns; works until closed. */
    AutoCloseable start(Job job) throws Exception;
}
