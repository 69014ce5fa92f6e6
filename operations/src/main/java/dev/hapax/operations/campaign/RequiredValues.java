package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.yaml.Nearest;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether recipients have the values without which the mail can't be rendered. */
final class RequiredValues implements RecipientScan.Further {

    private final Set<String> required;

    RequiredValues(CampaignMail mail) {
        this.required = mail.requiredNames();
    }

    @Override
    public @Nullable String problem(long line, Recipient recipient) {
        if (recipient.values().keySet().containsAll(required)) {
            return null;
        }
        String missing = required.stream()
                .filter(name -> !recipient.values().containsKey(name))
                .findFirst()
                .orElseThrow();
        String near = Nearest.to(missing, recipient.values().keySet());
        return "the templates ask for {{" + missing + "}}, which has no value"
                + (near == null
                        ? "; add it, or change the templates in another campaign"
                        : "; did you mean '" + near + "'?");
    }
}
