package dev.hapax.topology;

/**
 * The names of operators and stores. They are public: metrics, the changelog, the repartition topic and saved state carry
 * them, so a change here is a migration.
 */
public final class OperatorNames {

    static final String READ = "read";
    static final String READ_KEYED = "read-keyed";
    static final String INTAKE = "intake";
    static final String INTAKE_KEYED = "intake-keyed";
    static final String BY_IDENTITY = "by-identity";
    /** Kafka Streams' own, before the sink of the repartition topic. */
    static final String MOVE = BY_IDENTITY + "-repartition-filter";

    static final String JOIN = "join";
    static final String ADMIT = "admit";
    /** The guard's store; its changelog is {@code <application id>-guard-changelog}. */
    public static final String GUARD = "guard";

    static final String TO_DECISIONS = "to-decisions";
    static final String TO_ALERTS = "to-alerts";
    static final String TO_DUPLICATES = "to-duplicates";
    static final String READ_COMMANDS = "read-commands";
    static final String COMMAND = "command";
    static final String TO_COMMANDS = "to-commands";

    private OperatorNames() {}

    /** The way to quarantine from one of the steps. */
    static String toQuarantine(String step) {
        return step + "-to-quarantine";
    }
}
