package dev.hapax.demo.stream;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Rows of an old system, which {@link LegacyCsvFormat} reads. */
final class LegacyRows {

    private static final List<Scene> SCENES = List.of(
            new Scene(50, "ORDER", "Order {invoice} of {company}", ""),
            new Scene(30, "INVOICE", "Invoice {invoice}", ""),
            new Scene(12, "NOTE", "{name} called about {product}", ""),
            new Scene(8, "REMINDER", "Final reminder, invoice {invoice} is overdue", ""));

    private LegacyRows() {}

    static Draft write(Dice dice, String code, Instant at, boolean altered) {
        Scene scene = Scene.pick(SCENES, dice);
        BigDecimal amount = JsonAuthor.amount(dice, 5, 2000);
        return row(
                code,
                "L-" + code + ";" + scene.type() + ";" + (altered ? amount.add(BigDecimal.ONE) : amount) + ";"
                        + new TextTemplate(dice).fill(scene.subject()));
    }

    static Draft row(String code, String line) {
        return new Draft(
                Feed.LEGACY,
                Feed.LEGACY.identity("L-" + code),
                JsonAuthor.utf8("L-" + code),
                line.getBytes(StandardCharsets.ISO_8859_1),
                List.of());
    }
}
