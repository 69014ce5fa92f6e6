package dev.hapax.intake.mail;

import dev.hapax.delivery.Bounce;
import dev.hapax.delivery.DeliveryEvent.Bounced;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Judgement;
import dev.hapax.domain.RefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A delivery status notification (RFC 3464): what a mail server reports of a mail that it had accepted.
 *
 * @param delivery the id of the delivery that sent the mail, as the report has it
 * @param server the mail server that wrote the report
 */
public record DeliveryReport(String delivery, String server, List<Recipient> recipients) {

    private static final String RULE = "bounces";
    private static final String BOUNCE = "bounce";
    private static final String STATUS = "delivery-status";

    /**
     * What became of the mail for one recipient.
     *
     * @param address as the server knows it
     * @param original before the mail was forwarded; null if the report does not have it
     * @param status the enhanced status code
     * @param diagnostic what the recipient's server answered; empty if the report does not have it
     */
    public record Recipient(
            String address, @Nullable String original, Bounce.Action action, String status, String diagnostic) {

        public Recipient {
            Objects.requireNonNull(address, "address");
            Objects.requireNonNull(action, "action");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(diagnostic, "diagnostic");
        }
    }

    public DeliveryReport {
        Objects.requireNonNull(delivery, "delivery");
        Objects.requireNonNull(server, "server");
        recipients = List.copyOf(recipients);
    }

    /**
     * Null for a mail that is none.
     *
     * @throws RefusedException when it is one, and does not say what became of which delivery
     */
    public static @Nullable DeliveryReport of(byte[] mail) throws RefusedException {
        return DeliveryReportParser.parse(mail);
    }

    /** What it is, in place of a classifier. Without addresses, which nobody would mask here. */
    public Judgement judgement() {
        boolean bounce = recipients.stream().anyMatch(it -> Bounce.kind(it.action(), it.status()) != null);
        String reported = recipients.stream()
                .map(it -> it.action().name().toLowerCase(Locale.ROOT) + " " + it.status())
                .distinct()
                .collect(Collectors.joining(", "));
        return new Judgement(bounce ? BOUNCE : STATUS, false, 0, "Delivery " + delivery + ": " + reported, RULE);
    }

    /**
     * For the ledger, one for each recipient.
     *
     * @param at where the report stands
     */
    public List<Bounced> events(Coordinates at) {
        return recipients.stream()
                .map(it -> new Bounced(
                        it.address(), it.original(), it.action(), it.status(), it.diagnostic(), server, at.toString()))
                .toList();
    }
}
