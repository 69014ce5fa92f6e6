package dev.hapax.rendering;

import org.jspecify.annotations.Nullable;

/**
 * A delivery that a rule makes of one message.
 *
 * @param id what makes it one delivery, however often it is staged
 * @param target the address of one recipient, or a URL
 * @param artifact the exact bytes
 * @param approval {@link RuleDelivery#PERSON}, or the only policy that may approve it; null for any
 */
public record RenderedDelivery(
        String id,
        String channel,
        String target,
        byte[] artifact,
        @Nullable String approval) {}
