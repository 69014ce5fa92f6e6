package dev.hapax.demo.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A kind of message: its text with blanks to fill, as a row of {@code fixtures.txt}.
 *
 * @param weight how often it occurs, relative to the other fixtures of its source
 * @param type the type of an event; for mail, the sender
 */
record Fixture(int weight, String type, String subject, String body) {

    private static final String TABLE = "fixtures.txt";

    /** Those of a source, in the order of the table. */
    static List<Fixture> of(Feed feed) {
        List<Fixture> fixtures = new ArrayList<>();
        for (String line : table().lines().toList()) {
            String[] cells = line.split(" *\\| *", -1);
            if (cells[0].equals(feed.source())) {
                fixtures.add(new Fixture(Integer.parseInt(cells[1]), cells[2], cells[3], cells[4].translateEscapes()));
            }
        }
        return List.copyOf(fixtures);
    }

    private static String table() {
        try (InputStream in = Fixture.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException(TABLE + " is missing from the jar of Hapax. Build it again.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Reading " + TABLE, e);
        }
    }

    static Fixture pick(List<Fixture> fixtures, Dice dice) {
        int all = 0;
        for (Fixture fixture : fixtures) {
            all += fixture.weight();
        }
        int left = dice.below(all);
        for (Fixture fixture : fixtures) {
            left -= fixture.weight();
            if (left < 0) {
                return fixture;
            }
        }
        throw new IllegalStateException("the weights do not add up");
    }

    /** Fills the blanks of a text, such as {@code {host}}. One blank is filled alike wherever it stands in one message. */
    static final class TextTemplate {

        private static final List<String> NAMES =
                List.of("Ana", "Ben", "Chris", "Dana", "Emil", "Fatima", "Goran", "Hana", "Zoë", "Jürgen", "Łukasz");
        private static final List<String> SERVICES =
                List.of("checkout", "search", "login", "invoicing", "catalogue", "shipping", "mailer", "reports");
        private static final List<String> HOSTS =
                List.of("web-1", "web-2", "web-3", "db-1", "db-2", "cache-1", "queue-1", "build-4", "backup-1");
        private static final List<String> COMPANIES =
                List.of("Example GmbH", "Example Ltd", "Sample & Sons", "Muster AG", "Any Company", "Société Exemple");
        private static final List<String> PRODUCTS =
                List.of("Team plan", "Starter plan", "Storage 1 TB", "Support hours", "Backup add-on");
        private static final List<String> CITIES = List.of("Lisbon", "Oslo", "Graz", "Kraków", "Lyon", "Leeds");

        private final Dice dice;
        private final Map<String, String> filled = new HashMap<>();

        TextTemplate(Dice dice) {
            this.dice = dice;
        }

        String fill(String text) {
            int open = text.indexOf('{');
            if (open < 0) {
                return text;
            }
            StringBuilder result = new StringBuilder(text.length() + 32);
            int from = 0;
            while (open >= 0) {
                int close = text.indexOf('}', open);
                result.append(text, from, open).append(blank(text.substring(open + 1, close)));
                from = close + 1;
                open = text.indexOf('{', from);
            }
            return result.append(text, from, text.length()).toString();
        }

        private String blank(String name) {
            String known = filled.get(name);
            if (known == null) {
                known = draw(name);
                filled.put(name, known);
            }
            return known;
        }

        private String draw(String name) {
            return switch (name) {
                case "name" -> dice.pick(NAMES);
                case "service" -> dice.pick(SERVICES);
                case "host" -> dice.pick(HOSTS);
                case "company" -> dice.pick(COMPANIES);
                case "product" -> dice.pick(PRODUCTS);
                case "city" -> dice.pick(CITIES);
                case "invoice" -> "INV-" + dice.between(10_000, 99_999);
                case "amount" -> String.format(Locale.ROOT, "%d.%02d", dice.between(3, 900), dice.below(100));
                case "address" -> "203.0.113." + dice.between(1, 254);
                case "version" -> "v" + dice.between(1, 9) + "." + dice.below(60);
                case "percent" -> Integer.toString(dice.between(91, 99));
                case "discount" -> Integer.toString(dice.between(5, 40));
                case "number" -> Integer.toString(dice.between(2, 480));
                case "card" -> Integer.toString(dice.between(1000, 9999));
                default -> throw new IllegalArgumentException("no words for {" + name + "}");
            };
        }
    }
}
