package dev.hapax.config;

import java.util.regex.Pattern;

/** The place of a field: a JSON pointer, a plain name that the format knows, or a record header. */
final class Selector {

    static final String RULE =
            "must be a JSON pointer that starts with / (in it ~0 stands for ~ and ~1 for /), a plain name, or header:NAME for a"
                    + " record header";

    private static final Pattern BAD_ESCAPE = Pattern.compile("~(?![01])");
    private static final Pattern HEADER = Pattern.compile("header:[^\\p{Cntrl}{}]+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*");

    private Selector() {}

    static boolean isLegal(String selector) {
        return selector.startsWith("/")
                ? !BAD_ESCAPE.matcher(selector).find()
                : isName(selector) || HEADER.matcher(selector).matches();
    }

    static boolean isName(String selector) {
        return NAME.matcher(selector).matches();
    }
}
