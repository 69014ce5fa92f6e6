package dev.hapax.chaos.stage;

import dev.hapax.guarantees.DecisionsUnchanged;
import dev.hapax.harness.Application;
import dev.hapax.harness.ApplicationOutputs;
import dev.hapax.harness.OutputFact;
import java.util.Optional;

/** Reads what comes out, now and then while the application runs and all of it at the end. */
public final class OutputReader implements AutoCloseable {

    private final ApplicationOutputs outputs;
    private final DecisionsUnchanged unchanged = new DecisionsUnchanged();
    private int remembered;

    public OutputReader(Application application) {
        this.outputs = application.outputs();
    }

    /** Remembers what is decided by now: somebody may have acted on it. */
    public void remember() {
        outputs.readAll();
        var decisions = outputs.of("decisions");
        decisions
                .subList(remembered, decisions.size())
                .forEach(record -> unchanged.remember(OutputFact.identity(record), OutputFact.content(record)));
        remembered = decisions.size();
    }

    /** What was decided about an identity, of what has been read so far. */
    public Optional<String> decision(String identity) {
        return outputs.of("decisions").stream()
                .filter(decision -> OutputFact.identity(decision).equals(identity))
                .map(OutputFact::content)
                .findFirst();
    }

    public ApplicationOutputs outputs() {
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
