package dev.hapax.demo.stream;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Rows of an old system, which {@code LegacyCsvFormat} reads. That class is in the jar of the demo alone; this one is not. */
final class LegacyRows {

    private static final List<Fixture> FIXTURES = Fixture.of(Feed.LEGACY);

    private LegacyRows() {}

    static Feed.Draft write(Dice dice, String code, Instant at, boolean altered) {
        Fixture fixture = Fixture.pick(FIXTURES, dice);
        BigDecimal amount = JsonFeeds.amount(dice, 5, 2000);
        return row(
                code,
                "L-" + code + ";" + fixture.type() + ";" + (altered ? amount.add(BigDecimal.ONE) : amount) + ";"
                        + new Fixture.TextTemplate(dice).fill(fixture.subject()));
    }

    static Feed.Draft row(String code, String line) {
        return new Feed.Draft(
                Feed.LEGACY,
                Feed.LEGACY.identity("L-" + code),
                JsonFeeds.utf8("L-" + code),
                line.getBytes(StandardCharsets.ISO_8859_1),
                List.of());
    }
}
