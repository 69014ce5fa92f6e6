package dev.hapax.app.quarantine;

import dev.hapax.operations.quarantine.CaseAction;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hapax quarantine assign}: whose case it is. */
@Command(name = "assign", mixinStandardHelpOptions = true, description = "Assign cases to a person, or unassign them.")
final class AssignCommand implements Callable<Integer> {

    @Mixin
    private final CaseChangeOptions change = new CaseChangeOptions();

    @Parameters(paramLabel = "CASE", arity = "1..*", description = "Cases, as topic-partition@offset.")
    private List<String> cases = List.of();

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets what is required
    private Owner owner;

    /** One of the two. */
    private static final class Owner {
        @Option(names = "--to", paramLabel = "NAME", description = "The person to assign the cases to.")
        private @Nullable String name;

        @Option(names = "--nobody", description = "Unassign the cases.")
        private boolean nobody;
    }

    @Override
    public Integer call() {
        return change.act(CaseIds.parse(cases), new CaseAction.Assign(owner.nobody ? null : owner.name));
    }
}
