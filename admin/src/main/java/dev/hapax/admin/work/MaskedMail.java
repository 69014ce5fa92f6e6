package dev.hapax.admin.work;

import dev.hapax.domain.Content;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.mail.Rfc822Format;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A mail with its masked headers struck out, and what they said. Its body may quote them, encoded as it likes: it goes too. */
final class MaskedMail {

    /** Fields that are made of others, and the header they are made of. */
    private static final Set<String> OF_FROM = Set.of("sender", "sender-domain");

    private static final String BODY = "body";

    private MaskedMail() {}

    /**
     * What can be shown of a mail.
     *
     * @param said what stood in the masked fields
     */
    record Result(String text, Set<String> said, boolean masked) {}

    /** Null where it can't be read as a mail. */
    static @Nullable Result of(Message message, String text, Masks masks) {
        List<String> names = names(text);
        Set<String> covered = new LinkedHashSet<>();
        names.stream().filter(masks::covers).forEach(covered::add);
        boolean from = OF_FROM.stream().anyMatch(masks::covers);
        if (from) {
            covered.add("from");
        }
        boolean body = masks.covers(BODY);
        if (names.isEmpty()) {
            return null;
        }
        if (covered.isEmpty() && !body) {
            return new Result(text, Set.of(), false);
        }
        Set<String> said = said(message, covered, body);
        return said == null ? null : new Result(struckOut(text, covered), said, true);
    }

    private static @Nullable Set<String> said(Message message, Set<String> covered, boolean body) {
        Set<String> fields = new LinkedHashSet<>(covered);
        if (body) {
            fields.add(BODY);
        }
        if (covered.contains("from")) {
            fields.addAll(OF_FROM);
        }
        FormatReader reader = new Rfc822Format().reader(fields, new ReadLimits(ReadLimits.DEEPEST));
        try {
            Content content = reader.read(message);
            Set<String> said = new LinkedHashSet<>();
            for (String field : fields) {
                Value value = content.get(field);
                if (value != null) {
                    said.add(value.display());
                }
            }
            return said;
        } catch (RefusedException e) {
            return null;
        }
    }

    /** The names of its headers, lower case. */
    private static List<String> names(String text) {
        List<String> names = new ArrayList<>();
        for (String line : head(text)) {
            int colon = line.indexOf(':');
            if (colon > 0 && !Character.isWhitespace(line.charAt(0))) {
                names.add(line.substring(0, colon).strip().toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    private static List<String> head(String text) {
        return text.lines().takeWhile(line -> !line.isEmpty()).toList();
    }

    private static String struckOut(String text, Set<String> covered) {
        StringBuilder shown = new StringBuilder();
        boolean hidden = false;
        for (String line : head(text)) {
            boolean folded = !line.isEmpty() && Character.isWhitespace(line.charAt(0));
            if (!folded) {
                int colon = line.indexOf(':');
                String name = colon < 0 ? "" : line.substring(0, colon).strip();
                hidden = covered.contains(name.toLowerCase(Locale.ROOT));
                shown.append(hidden ? name + ": " + Masking.MASKED : line).append('\n');
            } else if (!hidden) {
                shown.append(line).append('\n');
            }
        }
        return shown.append('\n').append(Masking.MASKED).append('\n').toString();
    }
}
