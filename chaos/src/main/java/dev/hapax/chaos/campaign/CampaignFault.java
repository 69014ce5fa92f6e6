package dev.hapax.chaos.campaign;

/** What is killed while a campaign runs, and how often compared with the others. */
enum CampaignFault {
    WORKER("worker killed", 4),
    INSTANCE("instance killed", 2),
    BROKER("broker killed", 2),
    MAIL_SERVER("mail server killed", 2);

    private final String name;
    private final int share;

    CampaignFault(String name, int share) {
        this.name = name;
        this.share = share;
    }

    String description() {
        return name;
    }

    int share() {
        return share;
    }
}
