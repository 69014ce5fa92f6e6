package dev.hapax.domain;

/**
 * What was decided of an admitted message. A function of the message and the classifier alone: no clock, no host, no
 * counter stands in it.
 *
 * @param eventTime the message's timestamp, milliseconds since 1970
 * @param classifier name and version of the classifier, such as {@code rules@4f1c…}
 */
public record Decision(
        String identity,
        int generation,
        String source,
        Coordinates at,
        long eventTime,
        Fingerprint fingerprint,
        Judgement judgement,
        String classifier) {}
