package dev.hapax.app.delivery;

import picocli.CommandLine.Command;

/** {@code hapax deliveries}: what is to be sent, what was sent, and what a person decides. */
@Command(
        name = "deliveries",
        mixinStandardHelpOptions = true,
        subcommands = {
            DeliveryReceiptsCommand.class,
            ApproveDeliveryCommand.class,
            CancelDeliveryCommand.class,
            DeliveryListCommand.class,
            ReconcileDeliveryCommand.class,
            RejectDeliveryCommand.class,
            DeliveryShowCommand.class,
            StageDeliveryCommand.class
        },
        description = {
            "List, stage, approve, reject, cancel and reconcile deliveries.",
            "A delivery is one mail or one HTTP request. It is sent at most once, after an approval."
        })
public final class DeliveriesCommand {}
