package dev.hapax.intake.canonical;

import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that values are hashed as. Every value carries its type and length, so no two sequences of values share their
 * bytes; members of an object are sorted, so their order does not matter. Used by one thread; {@link #clear} makes it ready
 * for the next message.
 */
public final class CanonicalBytes {

    /**
     * A nested structure longer than this is kept as its hash: sorting copies what it sorts, and without this a deep
     * document would be copied once per level. The length of a canonical form does not depend on how it was written, so
     * neither does the choice.
     */
    private static final int LONGEST_NESTED = 1024;

    /** Up to this many members, more than most messages have, are sorted by insertion, which allocates nothing. */
    private static final int FEW_MEMBERS = 24;

    /** A buffer that one large message has stretched beyond this is not kept for the next. */
    private static final int LARGEST_KEPT = 64 * 1024;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle FOUR_BYTES = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** Never fed, only cloned: that costs a fraction of a look-up among the security providers. */
    private static final MessageDigest UNUSED = sha256();

    private final MessageDigest sha256 = newSha256();
    private final byte[] hash = new byte[32];
    private final char[] chars = new char[128];
    private byte[] bytes = new byte[512];
    private int length;

    /** What members are sorted into, and by: their lengths and first letters. */
    private byte[] sorted = new byte[0];

    private long[] sortKeys = new long[0];
    private int[] sortOrder = new int[0];

    /** Where each member of the objects and lists now open begins. */
    private int[] members = new int[32];

    private int memberCount;

    /** For each structure now open: where its bytes begin, and its first entry in {@code members}. */
    private int[] open = new int[16];

    private int depth;

    public void absent() {
        tag('-');
    }

    public void nothing() {
        tag('n');
    }

    public void flag(boolean flag) {
        tag(flag ? 't' : 'f');
    }

    public void number(long number) {
        number(number, 0);
    }

    /** The number {@code digits} × 10 to the power of {@code exponent}. */
    public void number(long digits, int exponent) {
        if (digits == 0) {
            decimal(0, 0);
            return;
        }
        long stripped = digits;
        int power = exponent;
        while (stripped % 10 == 0) {
            stripped /= 10;
            power++;
        }
        decimal(stripped, power);
    }

    /** A number without trailing zeros, as {@link Value.Amount} holds it. */
    public void number(BigDecimal number) {
        BigInteger digits = number.unscaledValue();
        if (digits.bitLength() < Long.SIZE) {
            decimal(digits.longValue(), -number.scale());
        } else {
            tag('D');
            fourBytes(-number.scale());
            counted(digits.toByteArray());
        }
    }

    public void text(String text) {
        int count = text.length();
        if (count > chars.length) {
            text(text.toCharArray(), 0, count);
        } else {
            text.getChars(0, count, chars, 0);
            text(chars, 0, count);
        }
    }

    /** As UTF-8 would, but each half of a surrogate pair by itself, so that a lone one is kept and not made a question mark. */
    public void text(char[] chars, int offset, int count) {
        reserve(1 + Integer.BYTES + 3L * count);
        tag('s');
        byte[] to = bytes;
        int start = length + Integer.BYTES;
        int at = start;
        for (int i = offset; i < offset + count; i++) {
            char c = chars[i];
            if (c < 0x80) {
                to[at++] = (byte) c;
            } else if (c < 0x800) {
                to[at++] = (byte) (0xC0 | (c >> 6));
                to[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                to[at++] = (byte) (0xE0 | (c >> 12));
                to[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                to[at++] = (byte) (0x80 | (c & 0x3F));
            }
        }
        putFourBytes(length, at - start);
        length = at;
    }

    /** Text that is UTF-8 already, of characters of at most three bytes: of those that have four, each half stands by itself. */
    public void text(byte[] utf8, int from, int to) {
        int count = to - from;
        reserve(1L + Integer.BYTES + count);
        bytes[length] = 's';
        putFourBytes(length + 1, count);
        System.arraycopy(utf8, from, bytes, length + 1 + Integer.BYTES, count);
        length += 1 + Integer.BYTES + count;
    }

    public void bytes(byte[] value) {
        tag('b');
        counted(value);
    }

    /** Any value; null for a field the message does not have. */
    public void value(@Nullable Value value) {
        if (value == null) {
            absent();
        } else if (value instanceof Value.Text text) {
            text(text.text());
        } else if (value instanceof Value.Amount amount) {
            number(amount.number());
        } else if (value instanceof Value.Flag flag) {
            flag(flag.flag());
        } else if (value instanceof Value.Structure structure) {
            tag(structure.list() ? 'L' : 'O');
            eightBytes(structure.digest().high());
            eightBytes(structure.digest().low());
        } else {
            nothing();
        }
    }

    public void openObject() {
        open('{');
    }

    public void openList() {
        open('[');
    }

    /** Begins a member: for an object its name (as text) and value follow, for a list its value. */
    public void member() {
        if (memberCount == members.length) {
            members = Arrays.copyOf(members, memberCount * 2);
        }
        members[memberCount++] = length;
    }

    public void closeObject() {
        sortMembers(open[depth - 1]);
        close();
    }

    public void closeList() {
        close();
    }

    /** How many bytes there are by now. */
    public int length() {
        return length;
    }

    /** The hash of everything written since the form was that long. */
    public Fingerprint hashSince(int start) {
        digest(start);
        return new Fingerprint((long) EIGHT_BYTES.get(hash, 0), (long) EIGHT_BYTES.get(hash, Long.BYTES));
    }

    /** Forgets everything. */
    public void clear() {
        length = 0;
        memberCount = 0;
        depth = 0;
        if (bytes.length > LARGEST_KEPT) {
            bytes = new byte[512];
            sorted = new byte[0];
        }
    }

    /** Forgets everything written since the form was that long. */
    public void truncate(int start) {
        length = start;
    }

    private void open(char tag) {
        if (depth + 2 > open.length) {
            open = Arrays.copyOf(open, open.length * 2);
        }
        open[depth++] = length;
        open[depth++] = memberCount;
        tag(tag);
        fourBytes(0);
    }

    private void close() {
        int firstMember = open[--depth];
        int start = open[--depth];
        putFourBytes(start + 1, memberCount - firstMember);
        memberCount = firstMember;
        if (length - start > LONGEST_NESTED) {
            digest(start);
            length = start;
            tag('h');
            put(hash);
        }
    }

    private void sortMembers(int first) {
        int count = memberCount - first;
        if (count < 2) {
            return;
        }
        if (sortOrder.length < count) {
            sortOrder = new int[Math.max(count, FEW_MEMBERS)];
        }
        if (count > FEW_MEMBERS) {
            sortMany(first, count);
        } else if (!sortFew(first, count)) {
            return;
        }
        int from = members[first];
        if (sorted.length < length - from) {
            sorted = new byte[bytes.length];
        }
        int at = 0;
        for (int i = 0; i < count; i++) {
            int member = sortOrder[i];
            int size = endOf(member) - members[member];
            System.arraycopy(bytes, members[member], sorted, at, size);
            at += size;
        }
        System.arraycopy(sorted, 0, bytes, from, at);
    }

    /**
     * By insertion. A member begins with the length and the letters of its name, so its first bytes nearly always tell; where
     * a name is too short to fill them, names of that length differ before it ends, so what stands behind does not matter.
     *
     * @return whether anything has to move
     */
    private boolean sortFew(int first, int count) {
        reserve(1 + Long.BYTES);
        if (sortKeys.length == 0) {
            sortKeys = new long[FEW_MEMBERS];
        }
        boolean moved = false;
        for (int i = 0; i < count; i++) {
            int member = first + i;
            long key = (long) EIGHT_BYTES.get(bytes, members[member] + 1);
            int at = i;
            while (at > 0 && isBefore(key, member, sortKeys[at - 1], sortOrder[at - 1])) {
                sortKeys[at] = sortKeys[at - 1];
                sortOrder[at] = sortOrder[at - 1];
                at--;
            }
            moved |= at < i;
            sortKeys[at] = key;
            sortOrder[at] = member;
        }
        return moved;
    }

    private boolean isBefore(long key, int member, long otherKey, int other) {
        // The length comes first and is never negative, so signed comparison is enough.
        return key == otherKey ? compare(member, other) < 0 : key < otherKey;
    }

    private void sortMany(int first, int count) {
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> first + i);
        Arrays.sort(order, this::compare);
        for (int i = 0; i < count; i++) {
            sortOrder[i] = order[i];
        }
    }

    /** A name is encoded with its length and no two are equal, so comparing whole members compares names. */
    private int compare(int member, int other) {
        return Arrays.compareUnsigned(bytes, members[member], endOf(member), bytes, members[other], endOf(other));
    }

    private int endOf(int member) {
        return member + 1 < memberCount ? members[member + 1] : length;
    }

    private void digest(int start) {
        try {
            sha256.update(bytes, start, length - start);
            sha256.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new AssertionError("a SHA-256 has 32 bytes", e);
        }
    }

    private void decimal(long digits, int exponent) {
        reserve(1 + Integer.BYTES + Long.BYTES);
        bytes[length] = 'd';
        putFourBytes(length + 1, exponent);
        EIGHT_BYTES.set(bytes, length + 1 + Integer.BYTES, digits);
        length += 1 + Integer.BYTES + Long.BYTES;
    }

    private void counted(byte[] value) {
        fourBytes(value.length);
        put(value);
    }

    private void put(byte[] value) {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
    }

    private void tag(char tag) {
        reserve(1);
        bytes[length++] = (byte) tag;
    }

    private void eightBytes(long value) {
        reserve(Long.BYTES);
        EIGHT_BYTES.set(bytes, length, value);
        length += Long.BYTES;
    }

    private void fourBytes(int value) {
        reserve(Integer.BYTES);
        putFourBytes(length, value);
        length += Integer.BYTES;
    }

    private void putFourBytes(int at, int value) {
        FOUR_BYTES.set(bytes, at, value);
    }

    private void reserve(long more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(length + more, 2L * bytes.length)));
        }
    }

    private static MessageDigest newSha256() {
        try {
            return (MessageDigest) UNUSED.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the platform's SHA-256 can be cloned", e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
