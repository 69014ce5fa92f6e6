package com.example.logfmt;

import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Parses one line from left to right, without recursion: no line is too deep. */
final class LogfmtLine {

    /** At most so many digits: longer ones are text, because large exponents make arithmetic slow. */
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,30})?");

    private final String line;
    private final LogfmtFormat.RepeatedKeys repeatedKeys;
    private final SortedMap<String, Value> fields = new TreeMap<>();
    private int at;

    LogfmtLine(String line, LogfmtFormat.RepeatedKeys repeatedKeys) {
        this.line = line.strip();
        this.repeatedKeys = repeatedKeys;
    }

    SortedMap<String, Value> fields() throws RefusedException {
        while (at < line.length()) {
            if (line.charAt(at) == ' ' || line.charAt(at) == '\t') {
                at++;
            } else {
                String key = word("a key");
                put(key, skip('=') ? value() : new Value.Flag(true));
            }
        }
        if (fields.isEmpty()) {
            throw new RefusedException(Reason.UNREADABLE, "the line is empty");
        }
        return fields;
    }

    private void put(String key, Value value) throws RefusedException {
        if (fields.containsKey(key) && repeatedKeys == LogfmtFormat.RepeatedKeys.REFUSE) {
            throw new RefusedException(
                    Reason.INVALID, "key '" + key + "' occurs twice; format-options.repeated-keys is refuse");
        }
        if (repeatedKeys == LogfmtFormat.RepeatedKeys.FIRST) {
            fields.putIfAbsent(key, value);
        } else {
            fields.put(key, value);
        }
    }

    private Value value() throws RefusedException {
        if (skip('"')) {
            return new Value.Text(quoted());
        }
        if (at == line.length() || line.charAt(at) == ' ' || line.charAt(at) == '\t') {
            return new Value.Text("");
        }
        String word = word("a value");
        return NUMBER.matcher(word).matches() ? new Value.Amount(new BigDecimal(word)) : new Value.Text(word);
    }

    private String word(String what) throws RefusedException {
        int begin = at;
        while (at < line.length() && isPlain(line.charAt(at))) {
            at++;
        }
        if (at == begin) {
            throw new RefusedException(
                    Reason.UNREADABLE,
                    String.format(Locale.ROOT, "at position %d there is U+%04X instead of %s", at, (int) line.charAt(at), what));
        }
        return line.substring(begin, at);
    }

    private static boolean isPlain(char c) {
        return c > ' ' && c != '=' && c != '"' && !Character.isISOControl(c);
    }

    private String quoted() throws RefusedException {
        StringBuilder text = new StringBuilder();
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return text.toString();
            }
            text.append(c == '\\' && at < line.length() ? escaped(line.charAt(at++)) : c);
        }
        throw new RefusedException(Reason.UNREADABLE, "a quoted value does not end");
    }

    private static char escaped(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> c;
        };
    }

    /** Steps over this character, if it is the next one. */
    private boolean skip(char expected) {
        boolean found = at < line.length() && line.charAt(at) == expected;
        if (found) {
            at++;
        }
        return found;
    }
}
