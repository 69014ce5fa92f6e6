package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.CampaignDefinition;
import dev.hapax.campaign.CampaignStatus;
import dev.hapax.campaign.Recipient;
import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.campaign.CampaignFindings.Finding;
import dev.hapax.operations.campaign.CampaignFindings.Weight;
import dev.hapax.operations.delivery.LedgerView;
import dev.hapax.operations.delivery.SuppressionList;
import dev.hapax.rendering.CampaignMail;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with a campaign before anything of it is sent: all of it at once. */
public final class CampaignCheck {

    private static final int MOST_REASONS = 20;

    private final KafkaClients clients;
    private final Settings settings;
    private final Clock clock;

    public CampaignCheck(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.settings = clients.settings();
        this.clock = clock;
    }

    /**
     * Checks a campaign with the recipients of a file, loaded or not.
     *
     * @param folder for working files
     * @throws IllegalArgumentException when the file can't be read
     */
    public CampaignFindings file(Campaign campaign, RecipientFile file, Path folder, Progress progress) {
        List<Finding> findings = new ArrayList<>(aboutDefinition(campaign));
        CampaignMail mail = mail(campaign, findings);
        RecipientChecks checks = mail == null
                ? null
                : new RecipientChecks(mail, settings.delivery().maxArtifactBytes(), suppressions(progress));
        RecipientScan scan = new RecipientScan(file.name(), checks == null ? RecipientScan.Further.NOTHING : checks);
        try (RecipientReader reader = file.open()) {
            scan.read(reader, folder, progress);
        } catch (IOException e) {
            throw file.unreadable(e);
        }
        aboutFile(scan, findings);
        if (checks != null) {
            findings.addAll(checks.findings());
        }
        long recipients = scan.good() - scan.repeated() - scan.conflicts();
        aboutApproval(recipients, findings);
        return findings(campaign, file.name(), recipients, checks == null ? new MailSizes() : checks.sizes(), findings)
                .with(scan.problems());
    }

    private static void aboutFile(RecipientScan scan, List<Finding> findings) {
        add(findings, Weight.ERROR, "invalid", scan.bad(), "recipients that can't be read");
        add(
                findings,
                Weight.ERROR,
                "conflict",
                scan.conflicts(),
                "recipients that repeat an id with another address or other values");
        add(
                findings,
                Weight.NOTE,
                "repeated",
                scan.repeated(),
                "recipients that are there again, which changes nothing");
        String first = scan.sameAddresses().isEmpty()
                ? ""
                : " (on line " + scan.sameAddresses().get(0).line() + ", "
                        + scan.sameAddresses().get(0).what() + ")";
        add(
                findings,
                Weight.WARNING,
                "duplicate-address",
                scan.duplicates(),
                "recipients with the address of another one, who get no mail of their own" + first);
    }

    private static void add(List<Finding> findings, Weight weight, String kind, long count, String what) {
        if (count > 0) {
            findings.add(new Finding(weight, kind, count, what + ": " + count));
        }
    }

    private Set<String> suppressions(Progress progress) {
        return new SuppressionList(clients, clock)
                .list(progress).stream().map(SuppressionList.Entry::address).collect(Collectors.toSet());
    }

    /**
     * Checks a campaign with the recipients that are loaded.
     *
     * @param ledger has the deliveries of the campaign at least
     */
    public CampaignFindings loaded(Campaign campaign, LedgerView ledger, Progress progress) {
        List<Finding> findings = new ArrayList<>(aboutDefinition(campaign));
        mail(campaign, findings);
        ledger.catchUp(progress);
        List<Delivery> deliveries = ledger.ofCampaign(campaign.id());
        MailSizes sizes = new MailSizes();
        Set<String> suppressions = suppressions(progress);
        long suppressed = 0;
        for (Delivery delivery : deliveries) {
            sizes.add(delivery.draft().size());
            boolean waits = delivery.state() == DeliveryState.AWAITING_APPROVAL;
            suppressed +=
                    waits && Suppressions.contain(suppressions, delivery.draft().target()) ? 1 : 0;
        }
        CampaignAudience audience = CampaignAudience.of(campaign, deliveries, campaign.audience());
        add(
                findings,
                Weight.WARNING,
                "duplicate-address",
                audience.duplicates().size(),
                "recipients with the address of another one, whom an approval removes");
        add(findings, Weight.NOTE, "suppressed", suppressed, "recipients who have opted out and get no mail");
        aboutRefused(campaign.id(), deliveries, progress, findings);
        if (deliveries.isEmpty()) {
            findings.add(new Finding(
                    Weight.ERROR,
                    "empty",
                    0,
                    "it has no recipients; load some with 'hapax campaign load " + campaign.id() + " FILE'"));
        }
        aboutApproval(audience.recipients().size(), findings);
        return findings(campaign, "the ledger", deliveries.size(), sizes, findings);
    }

    /** A recipient that was refused first, and taken later, is no finding. */
    private void aboutRefused(String campaign, List<Delivery> deliveries, Progress progress, List<Finding> findings) {
        Set<String> known = deliveries.stream().map(Delivery::id).collect(Collectors.toSet());
        Map<String, Set<String>> reasons = new TreeMap<>();
        try (RefusedRecipients refused = new RefusedRecipients(clients, campaign)) {
            refused.read(progress, one -> {
                boolean isConflict = known.contains(Recipient.deliveryIds(campaign) + one.subscriber());
                String why = isConflict ? "they were loaded before with another address or other values" : one.why();
                if (reasons.size() < MOST_REASONS || reasons.containsKey(why)) {
                    reasons.computeIfAbsent(why, unused -> new HashSet<>()).add(one.subscriber());
                }
            });
        }
        reasons.forEach((why, subscribers) -> add(
                findings,
                Weight.ERROR,
                "refused",
                subscribers.size(),
                "recipients that were refused when they were loaded, such as "
                        + RecipientProblem.shown(subscribers.iterator().next()) + " (" + RecipientProblem.shown(why)
                        + ")"));
    }

    private @Nullable CampaignMail mail(Campaign campaign, List<Finding> findings) {
        try {
            return CampaignMail.of(campaign.id(), campaign.definition(), settings);
        } catch (IllegalArgumentException e) {
            String.valueOf(e.getMessage())
                    .lines()
                    .forEach(problem -> findings.add(new Finding(Weight.ERROR, "definition", 0, problem)));
            return null;
        }
    }

    private List<Finding> aboutDefinition(Campaign campaign) {
        CampaignDefinition definition = campaign.definition();
        List<Finding> findings = new ArrayList<>();
        long now = clock.millis();
        boolean begun = campaign.startedAt() > 0;
        if (!definition.unsubscribe()) {
            findings.add(new Finding(
                    Weight.WARNING,
                    "no-unsubscribe",
                    0,
                    "mails have no List-Unsubscribe header (unsubscribe: false); large providers refuse bulk mail"
                            + " without it"));
        }
        if (definition.expires() > 0 && definition.expires() <= now) {
            findings.add(new Finding(
                    Weight.ERROR,
                    "schedule",
                    0,
                    "expires: " + Instant.ofEpochMilli(definition.expires())
                            + " is in the past, so nothing more is sent; create another campaign"));
        }
        if (!begun && definition.notBefore() > 0 && definition.notBefore() <= now) {
            findings.add(new Finding(
                    Weight.WARNING,
                    "schedule",
                    0,
                    "not-before: " + Instant.ofEpochMilli(definition.notBefore())
                            + " is in the past, so mails leave as soon as it starts, with that time as their date"));
        }
        if (campaign.status() == CampaignStatus.CANCELLED || campaign.status() == CampaignStatus.DONE) {
            findings.add(new Finding(
                    Weight.NOTE, "ended", 0, "it is " + campaign.status() + " and takes no recipients any more"));
        }
        return findings;
    }

    private void aboutApproval(long recipients, List<Finding> findings) {
        int above = settings.campaign().twoApproversAbove();
        if (recipients > above) {
            findings.add(new Finding(
                    Weight.NOTE,
                    "two-approvers",
                    0,
                    "two people have to approve it: it has more than campaign.two-approvers-above (" + above
                            + ") recipients"));
        }
    }

    private static CampaignFindings findings(
            Campaign campaign, String source, long recipients, MailSizes sizes, List<Finding> findings) {
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing(Finding::weight));
        return new CampaignFindings(campaign, source, recipients, sizes.median(), sizes.largest(), sorted, List.of());
    }
}
