package dev.hapax.demo.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Events of a payment provider, as JSON. */
final class Payments {

    private static final List<Scene> SCENES = List.of(
            new Scene(71, "payment.succeeded", "{product} for {company}", ""),
            new Scene(8, "payment.refunded", "Refund issued for invoice {invoice}", ""),
            new Scene(5, "payment.authorized", "{product} for {company}", ""),
            new Scene(4, "invoice.upcoming", "{product} of {company} renews next week", ""),
            new Scene(8, "payment.failed", "Invoice {invoice} of {company}", ""),
            new Scene(2, "charge.dispute.created", "{company} disputes invoice {invoice}", ""),
            new Scene(1, "payout.failed", "Payout to the account of {company}", ""),
            new Scene(1, "card.expiring", "Card {card} of {company}", ""));

    private Payments() {}

    static Draft write(Dice dice, String code, Instant at, boolean altered) {
        Scene scene = Scene.pick(SCENES, dice);
        return draft(dice, code, event(dice, scene, code, at, altered));
    }

    /** A failed payment whose amount is written for people, so that no rule can compare it. */
    static Draft unreadableAmount(Dice dice, String code, Instant at) {
        Scene scene = new Scene(1, "payment.failed", "Invoice {invoice} of {company}", "");
        ObjectNode event = event(dice, scene, code, at, false);
        event.withObject("/payment").put("amount", dice.between(1, 9) + ",250.00 EUR");
        return draft(dice, code, event);
    }

    static Draft draft(Dice dice, String code, ObjectNode event) {
        String identity = "pay_" + code + ":" + event.path("event").textValue();
        return new Draft(
                Feed.PAYMENTS,
                Feed.PAYMENTS.identity(identity),
                JsonAuthor.utf8(event.at("/customer/id").asText()),
                JsonAuthor.bytes(event),
                JsonAuthor.traced(dice, new Header("content-type", JsonAuthor.utf8("application/json"))));
    }

    static ObjectNode event(Dice dice, Scene scene, String code, Instant at, boolean altered) {
        BigDecimal amount = dice.chance(0.1) ? JsonAuthor.amount(dice, 1000, 9000) : JsonAuthor.amount(dice, 3, 900);
        ObjectNode event = JsonAuthor.object();
        event.put("event", scene.type());
        event.put("created", JsonAuthor.time(at));
        event.putObject("payment")
                .put("id", "pay_" + code)
                .put("amount", altered ? amount.add(BigDecimal.TEN) : amount)
                .put("currency", dice.pick(List.of("EUR", "EUR", "GBP", "PLN", "SEK")))
                .put("captured", scene.type().equals("payment.succeeded"));
        event.putObject("customer").put("id", "cus_" + dice.between(1000, 9999));
        event.put("description", new TextTemplate(dice).fill(scene.subject()));
        return event;
    }
}
