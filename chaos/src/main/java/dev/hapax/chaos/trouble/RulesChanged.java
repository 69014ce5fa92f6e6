package dev.hapax.chaos.trouble;

import dev.hapax.chaos.stage.Stage;
import dev.hapax.chaos.stage.Trouble;
import dev.hapax.harness.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** New rules with each restart, one instance after the other: earlier decisions stay unchanged. */
public final class RulesChanged implements Trouble {

    private static final String CHANGED = "rules changed";

    private int version;

    @Override
    public Set<String> faults() {
        return Set.of(CHANGED);
    }

    @Override
    public void prepare(Stage stage) throws Exception {
        use(stage);
    }

    @Override
    public void strike(Stage stage) throws Exception {
        stage.letWork(Duration.ofSeconds(2), Duration.ofSeconds(4));
        use(stage);
        for (int number : stage.fleet().running()) {
            if (stage.random().nextBoolean()) {
                stage.fleet().stop(number);
            } else {
                stage.fleet().kill(number);
            }
            stage.fleet().start(number);
            stage.fleet().awaitReady(number);
        }
        requireNewRules(stage);
        stage.journal().fault(CHANGED, "to version " + version);
    }

    /** What comes now is decided by them. */
    private void requireNewRules(Stage stage) throws Exception {
        String id = "after-change-" + version;
        stage.load().sendAt(id, System.currentTimeMillis()).get(1, TimeUnit.MINUTES);
        Patience.until(id + " is decided", Duration.ofMinutes(1), () -> {
            stage.reader().remember();
            return stage.reader().decision(id).isPresent();
        });
        String decision = stage.reader().decision(id).orElseThrow();
        if (!decision.contains("\"other-" + version + "\"")) {
            throw new AssertionError("by rules of version " + version + " " + id + " was decided: " + decision);
        }
    }

    private void use(Stage stage) throws IOException {
        version++;
        Path file = Files.writeString(stage.application().folder().resolve("rules-" + version + ".yaml"), """
                version: 1
                description: Version %1$d
                default: { label: other-%1$d, important: false, score: 0, reason: "No rule matched" }
                rules:
                  - id: payment
                    label: payment-%1$d
                    important: %2$s
                    priority: 50
                    score: %1$d
                    reason: "Version %1$d"
                    when:
                      keywords: { in: [subject], any: ["payment failed"] }
                """.formatted(
                        version, version % 2 == 0));
        stage.fleet()
                .configure(
                        config -> config.set("classifiers", "rules", Map.of("type", "rules", "file", file.toString())));
    }
}
