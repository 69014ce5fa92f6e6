package dev.hapax.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One input topic and how to read it.
 *
 * @param keyedByIdentity the record key is the identity already, so no repartition is needed
 * @param namespace put before the identity and a colon; empty for none
 * @param fingerprint the fields that must not change under one identity; empty for the whole content
 * @param fields names given to places in the content, with the type they must have
 */
public record SourceSettings(
        String name,
        String topic,
        String format,
        boolean keyedByIdentity,
        String namespace,
        IdentitySettings identity,
        MissingIdentity onMissingIdentity,
        List<String> fingerprint,
        Map<String, FieldSettings> fields,
        Duration ttl,
        String classifier) {

    /** What to do with a message that has no identity. */
    public enum MissingIdentity {
        QUARANTINE,
        /** Admit it under its coordinates, so that only the same record read again is held back. */
        ADMIT
    }
}
