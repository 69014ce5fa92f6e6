package dev.hapax.rendering;

import java.util.List;

/** What makes the bytes of a delivery: a mail or an HTTP request. */
public sealed interface ArtifactTemplate permits MailTemplate, HttpTemplate {

    /** Its parts, each of which is a template. */
    List<TextTemplate> parts();

    /** Everything its bytes depend on, in one way only. */
    List<String> form();

    /** The escaping of values in the target of such a delivery. */
    Escaping escapingOfTarget();

    /**
     * @param from the sender of a mail without one of its own
     * @throws RenderException when it cannot be sent like this
     */
    byte[] render(Envelope envelope, TemplateValues values, String from, int largest) throws RenderException;

    /**
     * What is known before the content is.
     *
     * @param time of the message, in epoch milliseconds
     */
    record Envelope(String id, String target, long time) {}
}
