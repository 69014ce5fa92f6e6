package dev.hapax.admin.feed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.admin.AdminJson;
import dev.hapax.operations.quarantine.Case;

/** Cases as list items. */
final class CaseItems {

    private CaseItems() {}

    /** A new case, or one that was quarantined again; without the owner. */
    static ObjectNode of(Case.Summary summary) {
        Case found = Case.of(summary, null);
        return AdminJson.object()
                .put("case", summary.id().toString())
                .put("state", found.state().code())
                .put("reason", summary.reason())
                .put("disposition", summary.disposition())
                .put("phase", summary.phase())
                .put("nextAction", summary.nextAction())
                .put("explanation", summary.explanation())
                .put("source", summary.source())
                .put("identity", summary.identity())
                .put("attempts", summary.attempts())
                .put("generation", summary.generation())
                .put("quarantinedAt", summary.at().toString())
                .put("stored", summary.stored().toString())
                .put("bytes", summary.bytes() < 0 ? null : summary.bytes())
                .put("preview", summary.preview());
    }
}
