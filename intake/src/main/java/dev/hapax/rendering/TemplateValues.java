package dev.hapax.rendering;

import org.jspecify.annotations.Nullable;

/** What a template can ask for by name. */
@FunctionalInterface
interface TemplateValues {

    /** What names begin with that no message has. */
    String OWN = "hapax.";

    /** Stands for a list or an object, which a condition can ask for but no text can contain. */
    record Unprintable(String kind) {}

    /** Text, a Boolean, or {@link Unprintable}; null where there is no value. */
    @Nullable
    Object get(String name);

    /** The field that a name in a template means. {@code {{/a/b}}} would end a section, so pointers have no slash in front. */
    static String field(String name) {
        return name.indexOf('/') < 0 ? name : "/" + name;
    }
}
