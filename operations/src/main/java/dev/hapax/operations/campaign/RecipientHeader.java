package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Suppressions;
import dev.hapax.rendering.MailAddress;
import dev.hapax.rendering.RenderException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The names of the values that recipients have, of which one is the address, and one may be the id. */
final class RecipientHeader {

    static final int MOST_COLUMNS = 200;

    private static final Set<String> IDS = Set.of("id", "subscriber");
    private static final Set<String> ADDRESSES = Set.of("address", "email");
    /** The link, which templates ask for by this name. */
    private static final String RESERVED = "unsubscribe";

    private static final int LONGEST_NAME = 100;
    /** With {@code campaign:ID:} in front, it has to be the id of a delivery. */
    private static final int LONGEST_ID = 320;

    private static final int LONGEST_RECIPIENT = 32 * 1024;

    private final List<String> names;
    private final int id;
    private final int address;

    private RecipientHeader(List<String> names, int id, int address) {
        this.names = names;
        this.id = id;
        this.address = address;
    }

    static RecipientHeader of(List<FileCell> cells) throws BadRecipientException {
        List<String> names = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        int id = -1;
        int address = -1;
        for (FileCell cell : cells) {
            String name = name(cell, names.size() + 1);
            Integer before = seen.putIfAbsent(name, names.size() + 1);
            if (before != null) {
                throw cell.bad("'" + RecipientProblem.shown(name) + "' is already the name of value " + before
                        + "; rename or remove one");
            }
            String role = name.toLowerCase(Locale.ROOT);
            if (IDS.contains(role)) {
                id = only(cell, id, names, "id");
            } else if (ADDRESSES.contains(role)) {
                address = only(cell, address, names, "address");
            } else if (role.equals(RESERVED)) {
                throw cell.bad("'" + name + "' is the name of the link with which a recipient opts out; rename it");
            }
            names.add(name);
        }
        if (address < 0) {
            throw cells.get(0)
                    .bad("there is no 'address' (or 'email') among " + shown(names) + "; give it one of these names"
                            + separator(names));
        }
        return new RecipientHeader(names, id, address);
    }

    private static String name(FileCell cell, int number) throws BadRecipientException {
        String name = cell.text().strip();
        if (number > MOST_COLUMNS) {
            throw cell.bad("there are more than " + MOST_COLUMNS
                    + " values for each recipient; remove those that no template" + " asks for");
        }
        if (name.isEmpty()) {
            throw cell.bad("value " + number + " has no name; name it or remove it");
        }
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw cell.bad("'" + RecipientProblem.shown(name) + "' must have at most " + LONGEST_NAME
                    + " characters and no line breaks to be a name");
        }
        return name;
    }

    private static int only(FileCell cell, int before, List<String> names, String role) throws BadRecipientException {
        if (before >= 0) {
            throw cell.bad("'" + cell.text().strip() + "' and '" + names.get(before) + "' both mean the " + role
                    + "; remove one");
        }
        return names.size();
    }

    private static String separator(List<String> names) {
        String first = names.get(0);
        boolean another = names.size() == 1 && (first.indexOf(';') >= 0 || first.indexOf('\t') >= 0);
        return another ? ", and save the file with commas between the fields" : "";
    }

    private static String shown(List<String> names) {
        return RecipientProblem.shown(String.join(", ", names));
    }

    int size() {
        return names.size();
    }

    /** Whether these are the same names in the same order. */
    boolean hasNames(List<FileCell> cells) {
        if (cells.size() != names.size()) {
            return false;
        }
        for (int i = 0; i < names.size(); i++) {
            if (!cells.get(i).text().strip().equals(names.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** @param values as many as there are names */
    Recipient recipient(List<FileCell> values) throws BadRecipientException {
        int characters = 0;
        Map<String, String> further = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            FileCell value = values.get(i);
            characters += value.text().length();
            if (characters > LONGEST_RECIPIENT) {
                throw value.bad("the values of this recipient have more than " + LONGEST_RECIPIENT
                        + " characters; remove those that no template asks for");
            }
            if (i != id && i != address) {
                further.put(names.get(i), value.text());
            }
        }
        String target = address(values.get(address));
        String subscriber = id < 0 ? Suppressions.normalised(target) : id(values.get(id));
        return new Recipient(subscriber, target, further);
    }

    private static String address(FileCell cell) throws BadRecipientException {
        String text = trimmed(cell.text());
        if (text.isEmpty()) {
            throw cell.bad("the address is empty; give one, or remove the recipient");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw cell.bad("the address '" + RecipientProblem.shown(text)
                    + "' has a line break or another control character; remove it");
        }
        try {
            MailAddress.require(text);
        } catch (RenderException e) {
            throw cell.bad(e.getMessage() + "; write it as ann@example.com");
        }
        return text;
    }

    private static String id(FileCell cell) throws BadRecipientException {
        String text = trimmed(cell.text());
        boolean utf8 = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(text);
        if (text.isEmpty()
                || text.length() > LONGEST_ID
                || !utf8
                || text.chars().anyMatch(Character::isISOControl)) {
            throw cell.bad("the id '" + RecipientProblem.shown(text) + "' must have 1 to " + LONGEST_ID
                    + " characters and no control characters, and always be the same for the same recipient");
        }
        return text;
    }

    /** Without spaces around, but with line breaks, which are errors. */
    private static String trimmed(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
            from++;
        }
        while (to > from && (text.charAt(to - 1) == ' ' || text.charAt(to - 1) == '\t')) {
            to--;
        }
        return text.substring(from, to);
    }
}
