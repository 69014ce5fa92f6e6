package dev.hapax.intake.canonical;

import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that values are hashed as. Every value carries its type and length, so no two sequences of values share their
 * bytes; members of an object are sorted, so their order does not matter. Used by one thread, for one message.
 */
public final class CanonicalForm {

    /**
     * A nested structure longer than this is kept as its hash: sorting copies what it sorts, and without this a deep
     * document would be copied once per level. The length of a canonical form does not depend on how it was written, so
     * neither does the choice.
     */
    private static final int LONGEST_NESTED = 1024;

    /** Never fed, only cloned: that costs a fraction of a look-up among the security providers. */
    private static final MessageDigest UNUSED = sha256();

    private final MessageDigest sha256 = newSha256();
    private byte[] bytes = new byte[512];
    private int length;

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
        int exponent = 0;
        long digits = number;
        while (digits != 0 && digits % 10 == 0) {
            digits /= 10;
            exponent++;
        }
        decimal(digits, exponent);
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
        text(text.toCharArray(), 0, text.length());
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
        sha256.update(bytes, start, length - start);
        return Fingerprint.of(sha256.digest());
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
            sha256.update(bytes, start, length - start);
            byte[] hash = sha256.digest();
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
        int[] starts = Arrays.copyOfRange(members, first, first + count + 1);
        starts[count] = length;
        Integer[] order = new Integer[count];
        Arrays.setAll(order, i -> i);
        // A name is encoded with its length and no two are equal, so comparing whole members compares names.
        Arrays.sort(
                order,
                (a, b) -> Arrays.compareUnsigned(bytes, starts[a], starts[a + 1], bytes, starts[b], starts[b + 1]));
        byte[] sorted = new byte[length - starts[0]];
        int at = 0;
        for (int i : order) {
            int size = starts[i + 1] - starts[i];
            System.arraycopy(bytes, starts[i], sorted, at, size);
            at += size;
        }
        System.arraycopy(sorted, 0, bytes, starts[0], at);
    }

    private void decimal(long digits, int exponent) {
        tag('d');
        fourBytes(exponent);
        eightBytes(digits);
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
        fourBytes((int) (value >>> 32));
        fourBytes((int) value);
    }

    private void fourBytes(int value) {
        reserve(Integer.BYTES);
        length += Integer.BYTES;
        putFourBytes(length - Integer.BYTES, value);
    }

    private void putFourBytes(int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
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
