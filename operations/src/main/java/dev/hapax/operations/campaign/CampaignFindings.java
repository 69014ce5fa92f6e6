package dev.hapax.operations.campaign;

import dev.hapax.campaign.Campaign;
import java.util.List;

/**
 * What a check of a campaign found.
 *
 * @param campaign as it was checked
 * @param source the file whose recipients were checked, or {@code the ledger}
 * @param recipients that are well formed
 * @param medianSize of their mails, in bytes
 * @param largestSize of their mails, in bytes
 * @param findings errors first
 * @param problems with the file, the first hundred
 */
public record CampaignFindings(
        Campaign campaign,
        String source,
        long recipients,
        long medianSize,
        long largestSize,
        List<Finding> findings,
        List<RecipientProblem> problems) {

    public CampaignFindings {
        findings = List.copyOf(findings);
        problems = List.copyOf(problems);
    }

    /** How much a finding matters. */
    public enum Weight {
        /** Recipients get no mail, or nobody does. */
        ERROR,
        /** Probably not what was wanted. */
        WARNING,
        /** Good to know. */
        NOTE
    }

    /**
     * One thing that was found.
     *
     * @param kind for scripts, such as {@code duplicate-address}
     * @param count how many recipients it concerns; 0 if it is about the campaign as such
     * @param what in words, with the remedy
     */
    public record Finding(Weight weight, String kind, long count, String what) {}

    CampaignFindings with(List<RecipientProblem> more) {
        return new CampaignFindings(campaign, source, recipients, medianSize, largestSize, findings, more);
    }

    public boolean hasErrors() {
        return findings.stream().anyMatch(finding -> finding.weight() == Weight.ERROR);
    }
}
