package dev.hapax.operations.replay;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which messages of a stretch are meant: those for which every condition holds. */
public final class Where {

    private static final String FIELD = "field.";
    private static final Pattern SYNTAX =
            Pattern.compile("(identity|label|important|field\\.[^=!*]+)(!?=)(.*)", Pattern.DOTALL);

    private final List<String> texts;
    private final List<Condition> conditions;

    private Where(List<String> texts, List<Condition> conditions) {
        this.texts = texts;
        this.conditions = conditions;
    }

    /**
     * @param conditions such as {@code identity=payments:*}, {@code label!=newsletter}, {@code field.amount=100}; {@code *} stands
     *     for any text
     * @throws IllegalArgumentException when one of them is not such
     */
    public static Where of(List<String> conditions) {
        return new Where(
                List.copyOf(conditions),
                conditions.stream().map(Condition::parse).toList());
    }

    /** As they were given. */
    public List<String> texts() {
        return texts;
    }

    public boolean isEmpty() {
        return conditions.isEmpty();
    }

    /** The fields it looks at, by the names the source gives them. */
    Set<String> fields() {
        return conditions.stream()
                .map(Condition::name)
                .filter(name -> name.startsWith(FIELD))
                .map(name -> name.substring(FIELD.length()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** @param ruling asked only where a condition is about it, since it costs most */
    boolean matches(String identity, Content content, Supplier<Ruling> ruling) {
        return conditions.stream()
                .allMatch(condition -> condition.holds(
                        switch (condition.name()) {
                            case "identity" -> identity;
                            case "label" -> ruling.get().label();
                            case "important" -> Boolean.toString(ruling.get().important());
                            default -> text(content.get(condition.name().substring(FIELD.length())));
                        }));
    }

    private static @Nullable String text(@Nullable Value value) {
        return value == null ? null : value.display();
    }

    /** One condition; a field that is not there equals nothing. */
    private record Condition(String name, boolean negated, Pattern wanted) {

        static Condition parse(String text) {
            Matcher matcher = SYNTAX.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + text
                        + "' is no condition: write identity=…, label=…, important=true or field.NAME=…, with != for"
                        + " 'is not' and * for any text");
            }
            String glob = Pattern.quote(matcher.group(3)).replace("*", "\\E.*\\Q");
            return new Condition(
                    matcher.group(1), matcher.group(2).equals("!="), Pattern.compile(glob, Pattern.DOTALL));
        }

        boolean holds(@Nullable String found) {
            return negated != (found != null && wanted.matcher(found).matches());
        }
    }
}
