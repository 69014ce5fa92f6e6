package dev.hapax.demo.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** Entries of a ledger, keyed by their identity, so that they reach their guard without a detour. */
final class LedgerMessages {

    private static final List<Scene> SCENES = List.of(
            new Scene(50, "ledger.posted", "{product}, invoice {invoice}", ""),
            new Scene(25, "ledger.posted", "Payment received from {company}", ""),
            new Scene(12, "ledger.posted", "Receipt for {product}", ""),
            new Scene(8, "ledger.reversed", "Correction of invoice {invoice}", ""),
            new Scene(3, "ledger.rejected", "Transfer failed: {company}, account closed", ""),
            new Scene(2, "ledger.rejected", "Direct debit returned by the bank of {company}", ""));

    private LedgerMessages() {}

    static Draft write(Dice dice, String code, Instant at, boolean altered) {
        Scene scene = Scene.pick(SCENES, dice);
        BigDecimal amount = JsonAuthor.amount(dice, 1, 5000);
        ObjectNode entry = JsonAuthor.object();
        entry.put("entry", "E-" + code);
        entry.put("type", scene.type());
        entry.put("booked", JsonAuthor.time(at));
        entry.put("account", Integer.toString(dice.between(1000, 8999)));
        entry.put("amount", altered ? amount.negate() : amount);
        entry.put("text", new TextTemplate(dice).fill(scene.subject()));
        String identity = Feed.LEDGER.identity("E-" + code);
        return new Draft(
                Feed.LEDGER,
                identity,
                JsonAuthor.utf8(identity),
                JsonAuthor.bytes(entry),
                JsonAuthor.traced(dice, new Header("content-type", JsonAuthor.utf8("application/json"))));
    }
}
