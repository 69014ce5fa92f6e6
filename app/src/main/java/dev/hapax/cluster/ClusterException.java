package dev.hapax.cluster;

import org.jspecify.annotations.Nullable;

/** The cluster does not meet a requirement of Hapax. The message says which one, and what to do. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ClusterException(String message) {
        super(message);
    }

    public ClusterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
