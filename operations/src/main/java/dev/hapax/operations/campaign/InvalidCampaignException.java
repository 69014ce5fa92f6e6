package dev.hapax.operations.campaign;

import dev.hapax.yaml.YamlProblem;
import java.util.List;
import java.util.stream.Collectors;

/** A file that defines no campaign, with everything that is wrong with it. */
public final class InvalidCampaignException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final transient List<YamlProblem> problems;

    InvalidCampaignException(List<YamlProblem> problems) {
        super(problems.stream().map(YamlProblem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** In the order of their lines. */
    public List<YamlProblem> problems() {
        return problems;
    }
}
