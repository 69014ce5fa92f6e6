package dev.hapax.classify.rules;

import dev.hapax.yaml.Nearest;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads conditions as operators write them: {@code amount > 100}, {@code currency in [EUR, USD]}, {@code attempt exists}. */
final class ConditionParser {

    private static final String HOW = "write a field, an operator and a value, such as \"amount > 100\"";
    private static final Pattern SHAPE =
            Pattern.compile("([^\\s=<>!\\[\\]\"',&|]++)(?:\\s*([=<>!&|]+)|\\s+([^\\s\\[]+))\\s*(.*)");
    private static final Pattern ITEM = Pattern.compile("\\s*('(?:[^']|'')*'|\"[^\"]*\"|[^,'\"]*)\\s*(,|$)");
    private static final Pattern BARE = Pattern.compile("[\\p{L}\\p{N}._/@:+-]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    private static final Pattern ALMOST_NUMBER = Pattern.compile("[+-]?[0-9.]*[0-9][0-9.]*([eE][+-]?[0-9]+)?");
    private static final int MAX_LENGTH = 1_000;

    private ConditionParser() {}

    /** @throws IllegalArgumentException with what is wrong and the remedy */
    static Condition parse(String written) {
        Matcher shape = SHAPE.matcher(written.strip());
        if (written.length() > MAX_LENGTH || !shape.matches()) {
            throw wrong(written, HOW);
        }
        Operator operator = operator(written, shape.group(2) == null ? shape.group(3) : shape.group(2));
        String rest = shape.group(4);
        if (operator.takesNothing()) {
            if (!rest.isEmpty()) {
                throw wrong(written, "'" + operator.sign() + "' takes no value; remove '" + rest + "'");
            }
            return new Condition(shape.group(1), operator, List.of());
        }
        List<Literal> literals = operator == Operator.IN ? list(written, rest) : List.of(literal(written, rest));
        if (operator.orders() && !(literals.get(0) instanceof Literal.Amount)) {
            throw wrong(
                    written,
                    "'" + operator.sign() + "' compares numbers only, and '" + rest + "' is "
                            + literals.get(0).kind() + "; use ==, != or in");
        }
        return new Condition(shape.group(1), operator, literals);
    }

    private static Operator operator(String written, String sign) {
        for (Operator operator : Operator.values()) {
            if (operator.sign().equals(sign.toLowerCase(Locale.ROOT))) {
                return operator;
            }
        }
        String remedy = sign.contains("&") || sign.contains("|")
                ? "write each comparison as a condition of its own, alternatives under any-of"
                : Nearest.hint(sign, Operator.signs());
        throw wrong(written, "unknown operator '" + sign + "'; " + remedy);
    }

    private static List<Literal> list(String written, String rest) {
        if (!rest.startsWith("[") || !rest.endsWith("]") || rest.length() < 3) {
            throw wrong(written, "'in' takes a list, such as \"currency in [EUR, USD]\"");
        }
        List<Literal> literals = new ArrayList<>();
        Matcher items = ITEM.matcher(rest.substring(1, rest.length() - 1));
        int from = 0;
        while (from <= items.regionEnd() && items.find() && items.start() == from) {
            literals.add(literal(written, items.group(1).strip()));
            from = items.end();
            if (items.group(2).isEmpty()) {
                break;
            }
        }
        if (from != items.regionEnd()) {
            throw wrong(written, "the list cannot be read; put commas between its values, and quotes around odd ones");
        }
        if (literals.stream().map(Literal::kind).distinct().count() > 1) {
            throw wrong(written, "the list mixes kinds; use only text, only numbers, or only true and false");
        }
        return literals;
    }

    private static Literal literal(String written, String text) {
        if (text.equals("true") || text.equals("false")) {
            return new Literal.Flag(text.equals("true"));
        }
        if (NUMBER.matcher(text).matches()) {
            return new Literal.Amount(canonical(new BigDecimal(text)));
        }
        if (text.length() >= 2 && text.startsWith("'") && text.endsWith("'")) {
            return new Literal.Text(
                    Fold.fold(text.substring(1, text.length() - 1).replace("''", "'")));
        }
        if (text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"")) {
            return new Literal.Text(Fold.fold(text.substring(1, text.length() - 1)));
        }
        if (ALMOST_NUMBER.matcher(text).matches()) {
            throw wrong(written, "'" + text + "' is no number it can compare with; put quotes around it if it is text");
        }
        if (BARE.matcher(text).matches()) {
            return new Literal.Text(Fold.fold(text));
        }
        throw wrong(written, text.isEmpty() ? "a value is missing; " + HOW : "put quotes around '" + text + "'");
    }

    /** 100 and 100.0 are one number, so they must give one version. */
    private static BigDecimal canonical(BigDecimal number) {
        return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
    }

    private static IllegalArgumentException wrong(String written, String what) {
        String shown = written.length() > 100 ? written.substring(0, 100) + "…" : written;
        return new IllegalArgumentException("the condition \"" + shown + "\" is wrong: " + what);
    }
}
