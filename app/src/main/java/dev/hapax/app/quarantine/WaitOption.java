package dev.hapax.app.quarantine;

import dev.hapax.config.DurationText;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a command waits for the outcome of the messages that it replays. */
final class WaitOption {

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "How long to wait for the outcome of each replay (default: ${DEFAULT-VALUE}).")
    private String wait = "10s";

    @Option(names = "--no-wait", description = "Do not wait for the outcomes.")
    private boolean noWait;

    Duration duration() {
        Duration given;
        try {
            given = DurationText.parse(wait);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--wait: '" + wait + "' " + e.getMessage(), e);
        }
        if (given.isNegative() || given.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("--wait: '" + wait + "' must be from 0s to 1h, such as 10s.");
        }
        return noWait ? Duration.ZERO : given;
    }
}
