package dev.hapax.app.campaign;

import dev.hapax.operations.campaign.RecipientProblem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is wrong with a file of recipients, as JSON. */
final class ProblemFields {

    private ProblemFields() {}

    static List<Map<String, Object>> of(List<RecipientProblem> problems) {
        return problems.stream().map(ProblemFields::of).toList();
    }

    private static Map<String, Object> of(RecipientProblem problem) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("line", problem.line());
        fields.put("column", problem.column());
        fields.put("what", problem.what());
        return fields;
    }
}
