package dev.hapax.wire;

/** The record headers Hapax writes and reads. They are public: tools and runbooks rely on them. */
public final class HeaderNames {

    /** Every header of ours starts so. */
    public static final String PREFIX = "hapax-";

    public static final String IDENTITY = "hapax-identity";
    public static final String FINGERPRINT = "hapax-fingerprint";
    public static final String GENERATION = "hapax-generation";
    public static final String CLASSIFIER = "hapax-classifier";
    public static final String SOURCE = "hapax-source";
    public static final String SOURCE_TOPIC = "hapax-source-topic";
    public static final String SOURCE_PARTITION = "hapax-source-partition";
    public static final String SOURCE_OFFSET = "hapax-source-offset";
    /** The record key of the original, on records that are keyed otherwise. */
    public static final String SOURCE_KEY = "hapax-source-key";

    public static final String REASON = "hapax-reason";
    public static final String DISPOSITION = "hapax-disposition";
    public static final String PHASE = "hapax-phase";
    public static final String ATTEMPTS = "hapax-attempts";
    public static final String NEXT_ACTION = "hapax-next-action";
    public static final String QUARANTINED_AT = "hapax-quarantined-at";
    public static final String APP = "hapax-app";
    /** Milliseconds since 1970 as the original record had them; quarantine's own timestamp is the time of writing. */
    public static final String TIMESTAMP = "hapax-timestamp";
    /** How many headers, from the first on, are the original's; a replay keeps these and strips the rest. */
    public static final String ORIGINAL_HEADERS = "hapax-original-headers";
    /** On a replay: its decision raises no alert. */
    public static final String SUPPRESS_ALERTS = "hapax-suppress-alerts";

    /** The producer's, which goes on with whatever comes of its message. */
    public static final String TRACEPARENT = "traceparent";

    /** The six names Kafka Streams' own dead letters use, so that existing tools understand ours. */
    public static final String ERROR_EXCEPTION = "__streams.errors.exception";

    public static final String ERROR_MESSAGE = "__streams.errors.message";
    public static final String ERROR_STACKTRACE = "__streams.errors.stacktrace";
    public static final String ERROR_TOPIC = "__streams.errors.topic";
    public static final String ERROR_PARTITION = "__streams.errors.partition";
    public static final String ERROR_OFFSET = "__streams.errors.offset";

    private HeaderNames() {}
}
