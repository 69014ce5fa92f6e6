package dev.hapax.rendering;

/** Thrown when a template and a message do not make a delivery; the message is what the operator will read. */
public final class RenderException extends Exception {

    private static final long serialVersionUID = 1L;

    RenderException(String message) {
        super(message);
    }
}
