package dev.hapax.masking;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;

/**
 * Finds many values in a text at once (Aho-Corasick), ignoring case. The time depends on the lengths of text and values, not on the
 * number of values or their overlaps, because both come from untrusted messages.
 */
final class ValueSearch {

    private static final int NONE = -1;

    /** The first characters of a longer value are enough, because quotes may be truncated. */
    private static final int TELLING = 6;
    /** Shorter values are replaced only as whole words. Otherwise most texts would become unreadable. */
    private static final int LONG_ENOUGH = 4;

    private final Edges edges;
    private final int[] depth;
    private final int[] fallback;
    /** The length of the value that ends at a node; 0 if none does. */
    private final int[] ends;

    private int nodes = 1;

    /** @param values none of them empty */
    ValueSearch(Collection<String> values) {
        int most = 1 + values.stream().mapToInt(String::length).sum();
        this.edges = new Edges(most);
        this.depth = new int[most];
        this.fallback = new int[most];
        this.ends = new int[most];
        int[] parent = new int[most];
        char[] by = new char[most];
        values.forEach(value -> add(value, parent, by));
        linkFallbacks(parent, by);
    }

    private void add(String value, int[] parent, char[] by) {
        int node = 0;
        for (int i = 0; i < value.length(); i++) {
            char character = folded(value.charAt(i));
            int next = edges.get(node, character);
            if (next == NONE) {
                next = nodes++;
                edges.put(node, character, next);
                depth[next] = i + 1;
                parent[next] = node;
                by[next] = character;
            }
            node = next;
        }
        ends[node] = value.length();
    }

    /** In order of depth: a fallback is always nearer to the root. */
    private void linkFallbacks(int[] parent, char[] by) {
        int deepest = Arrays.stream(depth, 0, nodes).max().orElse(0);
        int[] first = new int[deepest + 2];
        for (int node = 1; node < nodes; node++) {
            first[depth[node] + 1]++;
        }
        for (int level = 1; level < first.length; level++) {
            first[level] += first[level - 1];
        }
        int[] ordered = new int[nodes - 1];
        for (int node = 1; node < nodes; node++) {
            ordered[first[depth[node]]++] = node;
        }
        for (int node : ordered) {
            fallback[node] = parent[node] == 0 ? 0 : next(fallback[parent[node]], by[node]);
        }
    }

    private int next(int from, char character) {
        int node = from;
        while (true) {
            int next = edges.get(node, character);
            if (next != NONE) {
                return next;
            }
            if (node == 0) {
                return 0;
            }
            node = fallback[node];
        }
    }

    /** The text with its values replaced. */
    String replaceIn(String text, String replacement) {
        boolean[] found = found(text);
        StringBuilder result = null;
        int done = 0;
        for (int at = 0; at < text.length(); at++) {
            if (found[at]) {
                result = result == null ? new StringBuilder() : result;
                result.append(text, done, at).append(replacement);
                while (at < text.length() && found[at]) {
                    at++;
                }
                done = at;
            }
        }
        return result == null ? text : result.append(text, done, text.length()).toString();
    }

    private boolean[] found(String text) {
        int[] from = new int[text.length()];
        Arrays.fill(from, NONE);
        Deque<int[]> shortOnes = new ArrayDeque<>();
        int node = 0;
        for (int at = 0; at < text.length(); at++) {
            node = next(node, folded(text.charAt(at)));
            if (depth[node] >= TELLING) {
                from[at] = at + 1 - depth[node];
            } else {
                lookForShort(node, at, from, shortOnes);
            }
        }
        boolean[] found = covered(from);
        // A replaced character is not a letter any more.
        for (int[] one : shortOnes) {
            if (standsAlone(text, found, one[0], one[1])) {
                from[one[1]] = from[one[1]] == NONE ? one[0] : Math.min(from[one[1]], one[0]);
            }
        }
        return shortOnes.isEmpty() ? found : covered(from);
    }

    /** Whole values that end here, all shorter than TELLING. */
    private void lookForShort(int start, int at, int[] from, Deque<int[]> shortOnes) {
        for (int node = start; node != 0; node = fallback[node]) {
            int length = ends[node];
            if (length >= LONG_ENOUGH) {
                // The longest one that ends here contains the others.
                from[at] = at + 1 - length;
                return;
            }
            if (length > 0) {
                shortOnes.add(new int[] {at + 1 - length, at});
            }
        }
    }

    private static boolean[] covered(int[] from) {
        boolean[] covered = new boolean[from.length];
        int reach = Integer.MAX_VALUE;
        for (int at = from.length - 1; at >= 0; at--) {
            if (from[at] != NONE) {
                reach = Math.min(reach, from[at]);
            }
            covered[at] = at >= reach;
        }
        return covered;
    }

    private static boolean standsAlone(String text, boolean[] found, int first, int last) {
        return (first == 0 || found[first - 1] || !Character.isLetterOrDigit(text.charAt(first - 1)))
                && (last + 1 == text.length() || found[last + 1] || !Character.isLetterOrDigit(text.charAt(last + 1)));
    }

    /** By character, so that the length stays the same. */
    private static char folded(char character) {
        return Character.toLowerCase(Character.toUpperCase(character));
    }

    /** The edges of all nodes in one table: a map for each node would take a hundred bytes for every character. */
    private static final class Edges {

        private static final int SPREAD = 0x9E3779B9;

        private final long[] keys;
        private final int[] targets;
        private final int mask;

        Edges(int most) {
            int size = Integer.highestOneBit(Math.max(2, most)) << 2;
            this.keys = new long[size];
            this.targets = new int[size];
            this.mask = size - 1;
        }

        int get(int node, char character) {
            long key = key(node, character);
            for (int slot = slot(key); keys[slot] != 0; slot = (slot + 1) & mask) {
                if (keys[slot] == key) {
                    return targets[slot];
                }
            }
            return NONE;
        }

        void put(int node, char character, int target) {
            long key = key(node, character);
            int slot = slot(key);
            while (keys[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            keys[slot] = key;
            targets[slot] = target;
        }

        /** Never 0, which marks a free slot. */
        private static long key(int node, char character) {
            return (((long) node + 1) << Character.SIZE) | character;
        }

        private int slot(long key) {
            int mixed = Long.hashCode(key * SPREAD) * SPREAD;
            return (mixed ^ (mixed >>> 15)) & mask;
        }
    }
}
