package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.campaign.CampaignFindings.Finding;
import dev.hapax.operations.campaign.CampaignFindings.Weight;
import dev.hapax.rendering.CampaignMail;
import dev.hapax.rendering.RenderException;
import dev.hapax.yaml.Nearest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Renders the mail of each recipient, and gathers what is wrong with it by kind. */
final class RecipientChecks implements RecipientScan.Further {

    private static final int MOST_KINDS = 20;
    private static final int MOST_NAMES = 1_000;

    private final CampaignMail mail;
    private final int largest;
    private final Set<String> suppressions;
    private final Set<String> names = new TreeSet<>();
    private final Map<String, Tally> failures = new LinkedHashMap<>();
    private final Map<String, Tally> empty = new TreeMap<>();
    private final MailSizes sizes = new MailSizes();
    private Tally suppressed = Tally.NONE;

    /** @param suppressions addresses or their hashes */
    RecipientChecks(CampaignMail mail, int largest, Set<String> suppressions) {
        this.mail = mail;
        this.largest = largest;
        this.suppressions = suppressions;
    }

    /** How many recipients, and the line of the first one. */
    private record Tally(long count, long line) {

        private static final Tally NONE = new Tally(0, 0);

        private Tally plus(Tally other) {
            return new Tally(count + other.count, count == 0 ? other.line : line);
        }
    }

    /** Everything is gathered, so that nothing is a problem of its own. */
    @Override
    public @Nullable String problem(long line, Recipient recipient) {
        Tally one = new Tally(1, line);
        if (names.size() < MOST_NAMES) {
            names.addAll(recipient.values().keySet());
        }
        if (Suppressions.contain(suppressions, recipient.address())) {
            suppressed = suppressed.plus(one);
        }
        for (String name : mail.requiredNames()) {
            if ("".equals(recipient.values().get(name))) {
                empty.merge(name, one, Tally::plus);
            }
        }
        try {
            sizes.add(mail.render(recipient, largest).length);
        } catch (RenderException e) {
            String why = String.valueOf(e.getMessage());
            failures.merge(failures.size() < MOST_KINDS ? why : "(further reasons)", one, Tally::plus);
        }
        return null;
    }

    MailSizes sizes() {
        return sizes;
    }

    /** How many mails can't be rendered. */
    long failed() {
        return failures.values().stream().mapToLong(Tally::count).sum();
    }

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        failures.forEach((why, tally) -> findings.add(new Finding(
                Weight.ERROR,
                "not-rendered",
                tally.count(),
                "the ledger would refuse " + recipients(tally) + ": " + RecipientProblem.shown(why) + hint(why))));
        for (String name : mail.names()) {
            if (!names.contains(name) && !mail.requiredNames().contains(name)) {
                findings.add(new Finding(
                        Weight.WARNING,
                        "unknown-variable",
                        0,
                        "the templates ask for {{" + name + "}}, which no recipient has" + near(name)));
            }
        }
        empty.forEach((name, tally) -> findings.add(new Finding(
                Weight.WARNING,
                "empty-variable",
                tally.count(),
                "{{" + name + "}} is empty for " + recipients(tally) + "; use {{#" + name + "}}…{{/" + name
                        + "}} around what needs it")));
        if (suppressed.count() > 0) {
            findings.add(new Finding(
                    Weight.NOTE,
                    "suppressed",
                    suppressed.count(),
                    "no mail goes to " + recipients(suppressed) + " because of an opt-out"));
        }
        return findings;
    }

    private static String recipients(Tally tally) {
        return tally.count() == 1
                ? "1 recipient (line " + tally.line() + ")"
                : tally.count() + " recipients (the first on line " + tally.line() + ")";
    }

    private String hint(String why) {
        for (String name : mail.names()) {
            if (why.contains("{{" + name + "}} has no value")) {
                return near(name);
            }
        }
        return "";
    }

    private String near(String name) {
        Set<String> others = new TreeSet<>(names);
        others.remove(name);
        String near = Nearest.to(name, others);
        return near == null ? "" : "; did you mean '" + near + "'?";
    }
}
