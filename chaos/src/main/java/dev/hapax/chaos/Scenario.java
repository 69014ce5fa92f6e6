package dev.hapax.chaos;

import dev.hapax.chaos.stage.Trouble;
import dev.hapax.chaos.trouble.BrokerTrouble;
import dev.hapax.chaos.trouble.FarClock;
import dev.hapax.chaos.trouble.InstanceTrouble;
import dev.hapax.chaos.trouble.Leftover;
import dev.hapax.chaos.trouble.RulesChanged;
import dev.hapax.chaos.trouble.StateTrouble;
import java.util.Arrays;
import java.util.Locale;

/** The troubles there are, by the names a user gives them. */
enum Scenario {
    KILLED("instances killed -9 at random moments, while they restore and rebalance too", Ground.ONE_BROKER),
    LEFTOVER(
            "on a busy machine, one instance back after kill -9, the other leaving and returning in quick succession",
            Ground.ONE_BROKER),
    ROLLING("a graceful restart of one instance after the other", Ground.ONE_BROKER),
    SCALED("from one instance to three and back", Ground.ONE_BROKER),
    STALLED("an instance stopped past its session, then resumed", Ground.ONE_BROKER),
    BROKER_KILLED("the only broker killed -9 and started again", Ground.ONE_BROKER),
    BROKERS_LOST("one of three brokers lost, then the one that leads the transaction log", Ground.THREE_BROKERS),
    NETWORK("connections cut, reset, slowed down and gone silent", Ground.PROXIED_BROKER),
    DISK_FULL("no space left in the state folder", Ground.ONE_BROKER),
    STATE_DELETED("the state folder deleted, of a stopped, a killed and a running instance", Ground.ONE_BROKER),
    STATE_CORRUPTED("files of the state folder altered, cut short, emptied and deleted", Ground.ONE_BROKER),
    FAR_CLOCK("single messages with a clock years ahead or days behind", Ground.ONE_BROKER),
    RULES_CHANGED("other rules from one restart to the next", Ground.ONE_BROKER);

    /** What the application stands on. */
    enum Ground {
        ONE_BROKER(1, false),
        PROXIED_BROKER(1, true),
        THREE_BROKERS(3, false);

        private final int brokers;
        private final boolean proxied;

        Ground(int brokers, boolean proxied) {
            this.brokers = brokers;
            this.proxied = proxied;
        }

        int brokers() {
            return brokers;
        }

        boolean proxied() {
            return proxied;
        }
    }

    private final String description;
    private final Ground ground;

    Scenario(String description, Ground ground) {
        this.description = description;
        this.ground = ground;
    }

    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String description() {
        return description;
    }

    Ground ground() {
        return ground;
    }

    Trouble trouble() {
        return switch (this) {
            case KILLED -> new InstanceTrouble.Killed();
            case LEFTOVER -> new Leftover();
            case ROLLING -> new InstanceTrouble.RollingRestart();
            case SCALED -> new InstanceTrouble.Scaled();
            case STALLED -> new InstanceTrouble.Stalled();
            case BROKER_KILLED -> new BrokerTrouble.OnlyBrokerKilled();
            case BROKERS_LOST -> new BrokerTrouble.OneOfThreeLost();
            case NETWORK -> new BrokerTrouble.Network();
            case DISK_FULL -> new StateTrouble.DiskFull();
            case STATE_DELETED -> new StateTrouble.Deleted();
            case STATE_CORRUPTED -> new StateTrouble.Corrupted();
            case FAR_CLOCK -> new FarClock();
            case RULES_CHANGED -> new RulesChanged();
        };
    }

    static Scenario of(String code) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.code().equals(code))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + code + "' is no scenario: choose of "
                        + String.join(
                                ", ",
                                Arrays.stream(values()).map(Scenario::code).toList())));
    }
}
