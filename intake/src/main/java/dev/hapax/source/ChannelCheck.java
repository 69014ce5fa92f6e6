package dev.hapax.source;

import dev.hapax.config.ChannelSettings;
import dev.hapax.config.DeliverySettings;
import dev.hapax.rendering.ArtifactTemplate;
import dev.hapax.rendering.MailTemplate;
import dev.hapax.rendering.RuleDelivery;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds what rules deliver and the configuration cannot send or approve. */
final class ChannelCheck {

    private ChannelCheck() {}

    /** Everything that is wrong, each with rule and line. */
    static List<String> problems(Collection<RuleDelivery> deliveries, DeliverySettings settings) {
        List<String> problems = new ArrayList<>();
        for (RuleDelivery delivery : deliveries) {
            add(problems, delivery, channelProblem(delivery, settings));
            add(problems, delivery, approvalProblem(delivery, settings));
        }
        return problems;
    }

    private static void add(List<String> problems, RuleDelivery delivery, @Nullable String problem) {
        if (problem != null) {
            problems.add("rule " + delivery.rule() + " (line " + delivery.line() + "): deliver." + problem);
        }
    }

    private static @Nullable String channelProblem(RuleDelivery delivery, DeliverySettings settings) {
        ChannelSettings channel = settings.channels().get(delivery.channel());
        if (channel == null) {
            return "channel: there is no channel '" + delivery.channel() + "'; "
                    + (settings.isOn()
                            ? "delivery.channels has " + settings.channels().keySet()
                            : "add it to delivery.channels of the configuration");
        }
        ChannelSettings.Smtp smtp = channel.smtp();
        ArtifactTemplate artifact = delivery.artifact();
        if (!(artifact instanceof MailTemplate mail)) {
            return smtp == null ? null : "template: is a request, but the channel " + channel.name() + " sends mails";
        }
        if (smtp == null) {
            return "template: is a mail, but the channel " + channel.name() + " sends HTTP requests";
        }
        String domain = mail.senderDomain();
        return domain == null || smtp.verifiedDomains().stream().anyMatch(domain::equalsIgnoreCase)
                ? null
                : "template: from: the domain " + domain + " must be in verified-domains of the channel "
                        + channel.name();
    }

    private static @Nullable String approvalProblem(RuleDelivery delivery, DeliverySettings settings) {
        String approval = delivery.approval();
        if (approval == null || approval.equals(RuleDelivery.PERSON)) {
            return null;
        }
        boolean named =
                settings.policies().stream().anyMatch(policy -> policy.name().equals(approval));
        boolean matches = settings.policies().stream()
                .anyMatch(policy ->
                        policy.name().equals(approval) && policy.matches(delivery.channel(), delivery.stagedBy()));
        if (matches) {
            return null;
        }
        return "approval: "
                + (named
                        ? "the policy '" + approval + "' does not match channel " + delivery.channel()
                                + " and staged-by " + delivery.stagedBy()
                        : "there is no policy '" + approval + "' in delivery.policies; add it, or use person");
    }
}
