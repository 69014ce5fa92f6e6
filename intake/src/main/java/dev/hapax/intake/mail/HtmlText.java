package dev.hapax.intake.mail;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** HTML reduced to the text it shows. Looks at each character once: a tree can take quadratic time (decision 16). */
final class HtmlText {

    private static final int LONGEST_ENTITY = 10;
    private static final int NO_BREAK_SPACE = 0xA0;
    private static final Set<String> UNSEEN = Set.of("script", "style", "title", "template");
    private static final Set<String> BREAKING = Set.of(
            "p",
            "br",
            "div",
            "tr",
            "li",
            "ul",
            "ol",
            "dl",
            "dt",
            "dd",
            "table",
            "hr",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "blockquote",
            "pre",
            "section",
            "article",
            "header",
            "footer",
            "center",
            "form",
            "body",
            "html");
    private static final Map<String, String> ENTITIES = Map.ofEntries(
            Map.entry("amp", "&"),
            Map.entry("lt", "<"),
            Map.entry("gt", ">"),
            Map.entry("quot", "\""),
            Map.entry("apos", "'"),
            Map.entry("nbsp", " "),
            Map.entry("copy", "\u00A9"),
            Map.entry("reg", "\u00AE"),
            Map.entry("trade", "\u2122"),
            Map.entry("euro", "\u20AC"),
            Map.entry("pound", "\u00A3"),
            Map.entry("cent", "\u00A2"),
            Map.entry("middot", "\u00B7"),
            Map.entry("bull", "\u2022"),
            Map.entry("hellip", "\u2026"),
            Map.entry("ndash", "\u2013"),
            Map.entry("mdash", "\u2014"),
            Map.entry("lsquo", "\u2018"),
            Map.entry("rsquo", "\u2019"),
            Map.entry("ldquo", "\u201C"),
            Map.entry("rdquo", "\u201D"),
            Map.entry("laquo", "\u00AB"),
            Map.entry("raquo", "\u00BB"));

    private final String html;
    private final StringBuilder text;
    private int at;

    /** White space owed before the next visible character: none, a space or a line end. */
    private char gap;

    private HtmlText(String html) {
        this.html = html;
        this.text = new StringBuilder(html.length() / 2);
    }

    static String of(String html) {
        HtmlText reading = new HtmlText(html);
        while (reading.at < html.length()) {
            reading.step();
        }
        return reading.text.toString();
    }

    private void step() {
        char c = html.charAt(at);
        if (c == '<' && at + 1 < html.length() && beginsTag(html.charAt(at + 1))) {
            tag();
        } else if (c == '&') {
            entity();
        } else if (Character.isWhitespace(c)) {
            gap(' ');
            at++;
        } else {
            show(c);
            at++;
        }
    }

    private static boolean beginsTag(char c) {
        return c == '/' || c == '!' || c == '?' || Character.isLetter(c);
    }

    private void tag() {
        if (html.startsWith("<!--", at)) {
            at = after("-->", at + 4);
            return;
        }
        boolean closing = html.charAt(at + 1) == '/';
        int start = at + (closing ? 2 : 1);
        int end = start;
        while (end < html.length() && end - start < 12 && Character.isLetterOrDigit(html.charAt(end))) {
            end++;
        }
        String name = html.substring(start, end).toLowerCase(Locale.ROOT);
        at = after(">", end);
        if (!closing && UNSEEN.contains(name)) {
            skipTo(name);
        } else if (BREAKING.contains(name)) {
            gap('\n');
        } else if (name.equals("td") || name.equals("th")) {
            gap(' ');
        }
    }

    /** Skips everything up to the closing tag, or to the end if there is none, as browsers do. */
    private void skipTo(String name) {
        for (int close = html.indexOf("</", at); close >= 0; close = html.indexOf("</", close + 2)) {
            if (html.regionMatches(true, close + 2, name, 0, name.length())) {
                at = after(">", close);
                return;
            }
        }
        at = html.length();
    }

    private void entity() {
        int end = at + 1;
        while (end < html.length() && end - at <= LONGEST_ENTITY && isEntityCharacter(html.charAt(end))) {
            end++;
        }
        String shown = decoded(html.substring(at + 1, end));
        if (shown.isEmpty()) {
            show('&');
            at++;
            return;
        }
        if (shown.equals(" ")) {
            gap(' ');
        } else {
            shown.chars().forEach(c -> show((char) c));
        }
        at = end < html.length() && html.charAt(end) == ';' ? end + 1 : end;
    }

    private static boolean isEntityCharacter(char c) {
        return c == '#' || (c < 128 && Character.isLetterOrDigit(c));
    }

    private static String decoded(String entity) {
        if (!entity.startsWith("#")) {
            return ENTITIES.getOrDefault(entity, "");
        }
        boolean hex = entity.startsWith("#x") || entity.startsWith("#X");
        int code = number(entity, hex ? 2 : 1, hex ? 16 : 10);
        if (code < 0) {
            return "";
        }
        boolean character = Character.isValidCodePoint(code)
                && !Character.isISOControl(code)
                && Character.getType(code) != Character.SURROGATE;
        return !character || code == NO_BREAK_SPACE ? " " : Character.toString(code);
    }

    /** -1 when it is no number. By hand, because a million exceptions would be the slowest part of a hostile mail. */
    private static int number(String text, int start, int radix) {
        long number = start < text.length() ? 0 : -1;
        for (int i = start; i < text.length(); i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0) {
                return -1;
            }
            number = Math.min(number * radix + digit, Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private void gap(char kind) {
        gap = gap == '\n' ? gap : kind;
    }

    private void show(char c) {
        if (gap != 0 && text.length() > 0) {
            text.append(gap);
        }
        gap = 0;
        text.append(c);
    }

    private int after(String end, int from) {
        int found = html.indexOf(end, from);
        return found < 0 ? html.length() : found + end.length();
    }
}
