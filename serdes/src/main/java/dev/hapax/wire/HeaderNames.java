package dev.hapax.wire;

/** The record headers Hapax writes and reads. They are public: tools and runbooks rely on them. */
public final class HeaderNames {

    /** Every header of ours starts so. */
    public static final String PREFIX = "hapax-";

    public static final String IDENTITY = "hapax-identity";
    public static final String FINGERPRINT = "hapax-fingerprint";
    public static final String GENERATION = "hapax-generation";
    public static final String CLASSIFIER = "hapax-classifier";
    public static final String LABEL = "hapax-label";
    public static final String IMPORTANT = "hapax-important";
    public static final String RULE = "hapax-rule";
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
    /**
     * On a quarantined record: the parts of the original that were too large to keep, of {@code key,value,headers}. The next ones
     * give their length and SHA-256; the bytes are in the source topic, where {@link #ERROR_TOPIC} and its like point to.
     */
    public static final String OMITTED = "hapax-omitted";

    public static final String KEY_BYTES = "hapax-key-bytes";
    public static final String KEY_SHA256 = "hapax-key-sha256";
    public static final String VALUE_BYTES = "hapax-value-bytes";
    public static final String VALUE_SHA256 = "hapax-value-sha256";
    public static final String HEADERS_COUNT = "hapax-headers-count";
    /** Of name and value of each header in their order, each behind its length as four bytes, -1 for no value. */
    public static final String HEADERS_SHA256 = "hapax-headers-sha256";

    /** On a replay: its decision raises no alert. */
    public static final String SUPPRESS_ALERTS = "hapax-suppress-alerts";

    /**
     * On a replay: the generations under which no copy may have acted, such as {@code 0-63}; with {@code ,conflict-accepted}
     * where other content may have.
     */
    public static final String COPY_CHECK = "hapax-copy-check";

    /** On rules that an operator applied: who did so, and when. {@link #REASON} says why. */
    public static final String ACTOR = "hapax-actor";

    public static final String APPLIED_AT = "hapax-applied-at";

    /** On a staged delivery, and on one that is due. */
    public static final String CHANNEL = "hapax-channel";

    public static final String TARGET = "hapax-target";
    /** On a staged delivery: who staged it, what caused it, how a classifier scored it, and when it may be sent. */
    public static final String STAGED_BY = "hapax-staged-by";

    public static final String CAUSE = "hapax-cause";
    public static final String SCORE = "hapax-score";
    public static final String NOT_BEFORE = "hapax-not-before";
    public static final String EXPIRES = "hapax-expires";
    /** On a staged delivery: {@code person}, or the only policy that may approve it. */
    public static final String APPROVAL = "hapax-approval";
    /** On other content for a delivery that was staged before: who changed it. */
    public static final String EDITED_BY = "hapax-edited-by";
    /** On a delivery that is due: the attempt, the approved SHA-256, and the time after which it must not be sent. */
    public static final String ATTEMPT = "hapax-attempt";

    public static final String SHA256 = "hapax-sha256";
    public static final String DEADLINE = "hapax-deadline";

    /** On a staged recipient, and on a delivery that is due: the campaign that it belongs to. */
    public static final String CAMPAIGN = "hapax-campaign";
    /** On records of the events topic about a campaign: {@code event}, or {@code notice} for what the ledger tells each partition. */
    public static final String CAMPAIGN_EVENT = "hapax-campaign-event";
    /** On an event of a campaign: names the request, so that its history can say what became of it. */
    public static final String REQUEST = "hapax-request";

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
