package dev.hapax.app.campaign;

import picocli.CommandLine.Command;

/** {@code hapax campaign}: one mail to many recipients. */
@Command(
        name = "campaign",
        mixinStandardHelpOptions = true,
        subcommands = {
            CampaignCreateCommand.class,
            CampaignLoadCommand.class,
            CampaignPreviewCommand.class,
            CampaignTestCommand.class,
            CampaignCheckCommand.class,
            CampaignApproveCommand.class,
            CampaignRejectCommand.class,
            CampaignStartCommand.class,
            CampaignPauseCommand.class,
            CampaignResumeCommand.class,
            CampaignCancelCommand.class,
            CampaignStatusCommand.class,
            CampaignListCommand.class,
            CampaignReportCommand.class
        },
        description = {
            "Send one mail to many recipients: create, load, check, approve, start, watch.",
            "Each recipient gets at most one mail, after an approval of the whole campaign."
        })
public final class CampaignCommand {}
