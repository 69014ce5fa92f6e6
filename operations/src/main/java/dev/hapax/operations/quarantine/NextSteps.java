package dev.hapax.operations.quarantine;

import java.util.LinkedHashMap;
import java.util.Map;

/** What can be done next with a case, as command lines to complete. */
public final class NextSteps {

    private NextSteps() {}

    /** By the name of the command; none for a case that is resolved. */
    public static Map<String, String> of(CaseDetails details, String configFile) {
        CaseState state = details.asCase().state();
        Map<String, String> steps = new LinkedHashMap<>();
        if (state.resolved()) {
            return steps;
        }
        boolean json = Payload.of(details.latest().original().value()).kind().equals("json");
        String rest = " -c " + configFile + " " + details.latest().id();
        steps.put("replay", "hapax quarantine replay" + rest + (state == CaseState.PARKED ? " --force" : ""));
        steps.put(
                "edit",
                "hapax quarantine edit" + rest + (json ? " --patch '{\"…\": …}' --reason '…'" : " --reason '…'"));
        steps.put("drop", "hapax quarantine drop" + rest + " --reason '…'");
        steps.put("assign", "hapax quarantine assign" + rest + " --to NAME");
        steps.put("note", "hapax quarantine note" + rest + " --reason '…'");
        return steps;
    }
}
