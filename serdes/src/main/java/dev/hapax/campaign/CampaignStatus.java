package dev.hapax.campaign;

/** Where a campaign is. */
public enum CampaignStatus {
    /** Recipients are loaded. Nothing is sent before its approval. */
    DRAFT,
    /** Approved, and not started yet. */
    APPROVED,
    /** Deliveries become due. */
    RUNNING,
    /** Nothing new becomes due. A person can resume it. */
    PAUSED,
    /** Nothing is left to send. Only stranded deliveries may still change. */
    DONE,
    /** What was not sent never will be. */
    CANCELLED;

    /** Whether nobody can change it any more. */
    public boolean isEnd() {
        return this == DONE || this == CANCELLED;
    }

    /** Whether its deliveries may become due. What a person sends again after the end may leave too. */
    public boolean sends() {
        return this == RUNNING || this == DONE;
    }
}
