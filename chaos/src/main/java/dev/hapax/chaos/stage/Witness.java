package dev.hapax.chaos.stage;

import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.harness.Application;
import dev.hapax.harness.Outputs;
import dev.hapax.harness.Told;
import java.util.Optional;

/** Reads what comes out, now and then while the application runs and all of it at the end. */
public final class Witness implements AutoCloseable {

    private final Outputs outputs;
    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private int remembered;

    public Witness(Application application) {
        this.outputs = application.outputs();
    }

    /** Remembers what is decided by now: somebody may have acted on it. */
    public void remember() {
        outputs.readAll();
        var decisions = outputs.of("decisions");
        decisions
                .subList(remembered, decisions.size())
                .forEach(record -> unchanged.remember(Told.identity(record), Told.content(record)));
        remembered = decisions.size();
    }

    /** What was decided about an identity, of what has been read so far. */
    public Optional<String> decision(String identity) {
        return outputs.of("decisions").stream()
                .filter(decision -> Told.identity(decision).equals(identity))
                .map(Told::content)
                .findFirst();
    }

    public Outputs outputs() {
        return outputs;
    }

    public DecisionsUnchanged unchanged() {
        return unchanged;
    }

    @Override
    public void close() {
        outputs.close();
    }
}
