package dev.hapax.intake.json;

import dev.hapax.domain.Content;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.canonical.CanonicalBytes;
import dev.hapax.intake.canonical.Utf8;
import dev.hapax.intake.json.FieldTree.Node;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Does what {@link JsonScan} does, in 60 % of the time (decision 16), for documents without anything unusual: no escapes, no exponents,
 * nothing very long or deep, and no mistakes. It answers null for all others and leaves them to {@link JsonScan}, which alone
 * says what they mean or what is wrong with them. Used by one thread, for one document after the other.
 */
final class PlainScan {

    /** In place of a position: the document is not plain. */
    private static final int UNUSUAL = -1;

    private static final int DEEPEST = 64;
    private static final int LONGEST_NAME = 1_000;
    private static final int MOST_DIGITS = 18;
    private static final int FEW_NAMES = 16;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final FieldTree selection;
    private final int maxDepth;
    private final CanonicalBytes form = new CanonicalBytes();

    private byte[] bytes = {};
    private @Nullable Value[] found = {};
    private long[] spans = {};
    /** Whether what is read is written to the form. */
    private boolean writing;

    private boolean knownAsUtf8;

    /** Hashes of the names of all objects now open. */
    private long[] names = new long[64];

    private int nameCount;

    PlainScan(FieldTree selection, ReadLimits limits) {
        this.selection = selection;
        this.maxDepth = Math.min(limits.maxDepth(), DEEPEST);
    }

    /** Picks the values asked for; null when the document is not plain. */
    @Nullable
    Content pick(byte[] document) {
        return scan(document, false) ? content() : null;
    }

    /** Picks the values asked for, and hashes all; null when the document is not plain. */
    FormatReader.@Nullable Whole pickAndDigest(byte[] document) {
        return scan(document, true) ? new FormatReader.Whole(content(), form.hashSince(0)) : null;
    }

    private Content content() {
        return new JsonContent(selection, found, bytes, spans);
    }

    private boolean scan(byte[] document, boolean toHash) {
        bytes = document;
        found = new @Nullable Value[selection.size()];
        spans = new long[selection.size()];
        writing = toHash;
        knownAsUtf8 = false;
        nameCount = 0;
        form.clear();
        int start = afterSpace(0);
        byte first = byteAt(start);
        return (first == '{' || first == '[') && afterSpace(afterValue(start, selection.root(), 0)) == document.length;
    }

    /** Where the value ends that begins here. */
    private int afterValue(int start, @Nullable Node node, int depth) {
        return switch (byteAt(start)) {
            case '"' -> afterText(start, node);
            case '{', '[' -> afterStructure(start, node, depth + 1);
            case 't' -> afterWord(start, "true", JsonScan.TRUE, node);
            case 'f' -> afterWord(start, "false", JsonScan.FALSE, node);
            case 'n' -> afterWord(start, "null", JsonScan.NOTHING, node);
            default -> afterNumber(start, node);
        };
    }

    private int afterStructure(int start, @Nullable Node node, int depth) {
        if (depth > maxDepth) {
            return UNUSUAL;
        }
        boolean list = bytes[start] == '[';
        boolean asked = node != null && node.slot() >= 0;
        boolean outside = writing;
        int formStart = form.length();
        writing |= asked;
        int end = list ? afterItems(start + 1, node, depth) : afterMembers(start + 1, node, depth);
        if (end >= 0 && asked && node != null) {
            found[node.slot()] = new Value.Structure(list, form.hashSince(formStart));
        }
        if (writing && !outside) {
            form.truncate(formStart);
        }
        writing = outside;
        return end;
    }

    private int afterMembers(int start, @Nullable Node node, int depth) {
        int firstName = nameCount;
        if (writing) {
            form.openObject();
        }
        int at = afterSpace(start);
        boolean more = byteAt(at) != '}';
        while (more) {
            int nameEnd = byteAt(at) == '"' ? endOfText(at + 1) : UNUSUAL;
            if (nameEnd < 0 || nameEnd - at > LONGEST_NAME) {
                return UNUSUAL;
            }
            long hash = FieldTree.hash(bytes, at + 1, nameEnd);
            if (isRepeated(hash, firstName)) {
                return UNUSUAL;
            }
            if (writing) {
                form.member();
                form.text(bytes, at + 1, nameEnd);
            }
            Node child = node == null ? null : node.member(hash, bytes, at + 1, nameEnd);
            int colon = afterSpace(nameEnd + 1);
            int end = byteAt(colon) == ':' ? afterValue(afterSpace(colon + 1), child, depth) : UNUSUAL;
            at = afterSpace(end);
            more = byteAt(at) == ',';
            if (!more && byteAt(at) != '}') {
                return UNUSUAL;
            }
            at = more ? afterSpace(at + 1) : at;
        }
        if (anyRepeated(firstName)) {
            return UNUSUAL;
        }
        nameCount = firstName;
        if (writing) {
            form.closeObject();
        }
        return at + 1;
    }

    private int afterItems(int start, @Nullable Node node, int depth) {
        if (writing) {
            form.openList();
        }
        int at = afterSpace(start);
        boolean more = byteAt(at) != ']';
        for (int position = 0; more; position++) {
            if (writing) {
                form.member();
            }
            at = afterSpace(afterValue(at, node == null ? null : node.item(position), depth));
            more = byteAt(at) == ',';
            if (!more && byteAt(at) != ']') {
                return UNUSUAL;
            }
            at = more ? afterSpace(at + 1) : at;
        }
        if (writing) {
            form.closeList();
        }
        return at + 1;
    }

    private int afterText(int quote, @Nullable Node node) {
        int end = endOfText(quote + 1);
        if (end < 0) {
            return UNUSUAL;
        }
        if (writing) {
            form.text(bytes, quote + 1, end);
        }
        keepSpan(node, quote, end);
        return end + 1;
    }

    private int afterNumber(int start, @Nullable Node node) {
        boolean negative = byteAt(start) == '-';
        int whole = negative ? start + 1 : start;
        long digits = 0;
        int at = whole;
        for (; isDigit(byteAt(at)); at++) {
            digits = digits * 10 + bytes[at] - '0';
        }
        if (at == whole || (at > whole + 1 && bytes[whole] == '0')) {
            return UNUSUAL;
        }
        int decimals = 0;
        if (byteAt(at) == '.') {
            int point = at++;
            for (; isDigit(byteAt(at)); at++) {
                digits = digits * 10 + bytes[at] - '0';
            }
            decimals = at - point - 1;
            if (decimals == 0) {
                return UNUSUAL;
            }
        }
        if (at - whole > MOST_DIGITS) {
            return UNUSUAL;
        }
        if (writing) {
            form.number(negative ? -digits : digits, -decimals);
        }
        keepSpan(node, start, at);
        return at;
    }

    private int afterWord(int start, String word, Value value, @Nullable Node node) {
        for (int i = 1; i < word.length(); i++) {
            if (byteAt(start + i) != word.charAt(i)) {
                return UNUSUAL;
            }
        }
        if (writing) {
            form.value(value);
        }
        if (node != null && node.slot() >= 0) {
            found[node.slot()] = value;
        }
        return start + word.length();
    }

    private void keepSpan(@Nullable Node node, int from, int to) {
        if (node != null && node.slot() >= 0) {
            spans[node.slot()] = (long) from << Integer.SIZE | to;
        }
    }

    /** The position of the closing quote. Checks eight bytes at a time for one that ends the text or is not plain. */
    private int endOfText(int start) {
        byte[] in = bytes;
        int at = start;
        while (at + Long.BYTES <= in.length) {
            long eight = (long) EIGHT_BYTES.get(in, at);
            long quotes = eight ^ ('"' * ONES);
            long escapes = eight ^ ('\\' * ONES);
            // A byte's high bit ends up set where it is a quote, a backslash, a control character, or not ASCII;
            // borrows
            // only reach bytes behind the first of these.
            long special = (((quotes - ONES) & ~quotes)
                            | ((escapes - ONES) & ~escapes)
                            | ((eight - ' ' * ONES) & ~eight)
                            | eight)
                    & HIGH_BITS;
            if (special == 0) {
                at += Long.BYTES;
                continue;
            }
            at += Long.numberOfTrailingZeros(special) >>> 3;
            if (in[at] >= 0) {
                return in[at] == '"' ? at : UNUSUAL;
            }
            if (!isUtf8OfThreeBytes()) {
                return UNUSUAL;
            }
            at++;
        }
        for (; at < in.length; at++) {
            byte c = in[at];
            if (c == '"') {
                return at;
            }
            if (c == '\\' || (c >= 0 && c < ' ') || (c < 0 && !isUtf8OfThreeBytes())) {
                return UNUSUAL;
            }
        }
        return UNUSUAL;
    }

    /** Whether all of the document is UTF-8, without the characters of four bytes, which the canonical form splits. */
    private boolean isUtf8OfThreeBytes() {
        if (!knownAsUtf8) {
            for (byte c : bytes) {
                if ((c & 0xF8) == 0xF0) {
                    return false;
                }
            }
            knownAsUtf8 = Utf8.firstFlaw(bytes) < 0;
        }
        return knownAsUtf8;
    }

    /** Notes a name, and tells whether its object may have had it before. */
    private boolean isRepeated(long hash, int firstName) {
        if (nameCount == names.length) {
            names = Arrays.copyOf(names, nameCount * 2);
        }
        for (int i = firstName; i < Math.min(nameCount, firstName + FEW_NAMES); i++) {
            if (names[i] == hash) {
                return true;
            }
        }
        names[nameCount++] = hash;
        return false;
    }

    /** The same for an object of many names, when all of them are known. */
    private boolean anyRepeated(int firstName) {
        if (nameCount - firstName <= FEW_NAMES) {
            return false;
        }
        Arrays.sort(names, firstName, nameCount);
        for (int i = firstName + 1; i < nameCount; i++) {
            if (names[i] == names[i - 1]) {
                return true;
            }
        }
        return false;
    }

    /** A negative position stays what it is. */
    private int afterSpace(int start) {
        int at = start;
        while (byteAt(at) == ' ' || byteAt(at) == '\n' || byteAt(at) == '\r' || byteAt(at) == '\t') {
            at++;
        }
        return at;
    }

    /** The byte at a position; 0, which is never plain, if there is none. */
    private byte byteAt(int at) {
        return at >= 0 && at < bytes.length ? bytes[at] : 0;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
