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
    static final String UNPACK = "unpack";
    static final String JOIN = "join";
    static final String ADMIT = "admit";
    /** The guard's store; its changelog is {@code <application id>-guard-changelog}. */
    public static final String GUARD = "guard";

    static final String TO_DECISIONS = "to-decisions";
    static final String TO_ALERTS = "to-alerts";
    static final String TO_DUPLICATES = "to-duplicates";
    /** The sinks of deliveries that rules stage, and of those that cannot be rendered. */
    static final String TO_STAGED = "admit-to-deliveries";

    static final String TO_REFUSED_DELIVERIES = "admit-to-deliveries.refused";
    static final String READ_COMMANDS = "read-commands";
    static final String COMMAND = "command";
    static final String TO_COMMANDS = "to-commands";

    private OperatorNames() {}

    /** The sink to the topic of admitted messages of a source. */
    static String toAdmitted(String source) {
        return "to-admitted-" + source;
    }

    /** Passes on what an intake took in. */
    static String arrived(String intake) {
        return intake + "-arrived";
    }

    /** Passes on what an intake refused. */
    static String refused(String intake) {
        return intake + "-refused";
    }

    /** The sink to quarantine of an intake, or of the operator with the guard. */
    static String toQuarantine(String step) {
        return step + "-to-quarantine";
    }
}
