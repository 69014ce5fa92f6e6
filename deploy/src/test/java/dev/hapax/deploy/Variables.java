package dev.hapax.deploy;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The variables of the environment that a configuration and the launcher read. */
record Variables(Set<String> required, Set<String> optional) {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{env:(\\w+)(:-[^}]*)?}");
    private static final Pattern OF_LAUNCHER = Pattern.compile("(?m)^#   ([A-Z_]+) ");

    /** Of a configuration, in the repository. */
    static Variables of(String file) throws IOException {
        return in(Repository.text(file));
    }

    /** Of the text of a configuration. */
    static Variables in(String configuration) throws IOException {
        Variables variables = new Variables(new LinkedHashSet<>(), new TreeSet<>());
        // What stands in a comment is read by nobody.
        String text = configuration.replaceAll("(?m)^\\s*#.*$", "");
        PLACEHOLDER
                .matcher(text)
                .results()
                .forEach(found ->
                        (found.group(2) == null ? variables.required : variables.optional).add(found.group(1)));
        OF_LAUNCHER
                .matcher(Repository.text("hapax"))
                .results()
                .forEach(found -> variables.optional.add(found.group(1)));
        return variables;
    }

    boolean read(String name) {
        return required.contains(name) || optional.contains(name);
    }
}
