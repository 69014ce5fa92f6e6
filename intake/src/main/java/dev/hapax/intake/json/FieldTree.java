package dev.hapax.intake.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of a document that somebody asked for, as a tree to walk along with the document. */
public final class FieldTree {

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Node root = new Node();
    private final Map<String, Integer> slots = new HashMap<>();
    private int size;

    private FieldTree() {}

    /** @throws IllegalArgumentException when one of them is a malformed JSON pointer */
    public static FieldTree of(Collection<String> fields) {
        FieldTree selection = new FieldTree();
        fields.forEach(selection::add);
        selection.root.makeTable();
        return selection;
    }

    Node root() {
        return root;
    }

    /** How many different places there are. */
    int size() {
        return size;
    }

    /** Which of the places this field is; null when it was not asked for. */
    @Nullable
    Integer slot(String field) {
        return slots.get(field);
    }

    private void add(String field) {
        Node node = root;
        for (String step : JsonPointer.of(field).steps()) {
            node = node.child(step);
        }
        if (node.slot < 0) {
            node.slot = size++;
        }
        slots.put(field, node.slot);
    }

    /** Hashes a member's name eight bytes at a time. Names with equal hashes are compared. */
    static long hash(byte[] bytes, int from, int to) {
        long hash = (long) to - from;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash = mixed(hash ^ (long) EIGHT_BYTES.get(bytes, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
        }
        return mixed(hash ^ rest);
    }

    private static long mixed(long bits) {
        long spread = bits * SPREAD;
        return spread ^ (spread >>> Integer.SIZE);
    }

    /** One step on the way to a place. Does not change once the selection is made. */
    static final class Node {

        private final Map<String, Node> children = new HashMap<>();
        private int slot = -1;
        private int lastItem = -1;

        /** The children by the hash of their names, as an open table; half empty at least. */
        private @Nullable Node[] table = new @Nullable Node[1];

        private byte[] name = {};
        private long hash;

        private Node child(String step) {
            // A position is at most nine digits: no message holds more items than that.
            if (!step.isEmpty() && step.length() < 10 && step.chars().allMatch(c -> c >= '0' && c <= '9')) {
                lastItem = Math.max(lastItem, Integer.parseInt(step));
            }
            return children.computeIfAbsent(step, ignored -> new Node());
        }

        /** The place that ends here, -1 for none. */
        int slot() {
            return slot;
        }

        @Nullable
        Node member(String name) {
            return children.get(name);
        }

        /** The same for a name that is UTF-8. */
        @Nullable
        Node member(long nameHash, byte[] bytes, int from, int to) {
            int mask = table.length - 1;
            for (int i = (int) nameHash & mask; ; i = (i + 1) & mask) {
                Node child = table[i];
                if (child == null
                        || (child.hash == nameHash
                                && Arrays.equals(child.name, 0, child.name.length, bytes, from, to))) {
                    return child;
                }
            }
        }

        private void makeTable() {
            table = new @Nullable Node[Integer.highestOneBit(Math.max(1, children.size())) * 4];
            children.forEach((step, child) -> {
                child.name = step.getBytes(StandardCharsets.UTF_8);
                child.hash = hash(child.name, 0, child.name.length);
                int i = (int) child.hash & (table.length - 1);
                while (table[i] != null) {
                    i = (i + 1) & (table.length - 1);
                }
                table[i] = child;
                child.makeTable();
            });
        }

        @Nullable
        Node item(int position) {
            return position > lastItem ? null : children.get(Integer.toString(position));
        }
    }
}
