package dev.hapax.classify.rules;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An Aho–Corasick automaton: finds every keyword of a vocabulary in one pass over a folded text, however many there are.
 *
 * <p>Our own, because words, blanks and case must be judged by our rules: a library would scan a copy of the text and leave
 * the boundaries to us anyway. All transitions are worked out beforehand, one table look-up a character.
 */
final class Automaton {

    /** Bounds the table to 64 MB; some 20,000 keywords of usual length and alphabet. */
    static final int MAX_CELLS = 16 << 20;

    private static final int NONE = -1;
    private static final int ANYWHERE = 1;

    /** Above the number of any state of a small table: set where a keyword ends in a state, or in one of its suffixes. */
    private static final int TELLING = 1 << 15;

    private final Keyword[] keywords;
    /** By keyword, its length shifted by one, and whether it counts wherever it stands: looked up without a detour. */
    private final int[] shapes;
    /** Which column of the table a character has; 0 for those no keyword contains. */
    private final char[] columns;

    private final int width;
    /** By how many bits a state is shifted to find its row in the small table: few rows then lie across cache lines. */
    private final int shift;
    /** Next state by state and column, with {@link #TELLING}; empty where there are too many states. */
    private final char[] small;
    /**
     * The same for any number of states; empty where the small one does. Here a state is where its row begins, and stands
     * negated (~) instead.
     */
    private final int[] large;
    /** Keywords that end in a state; several where texts are equal and openness is not. */
    private final int[][] ends;
    /** The next shorter suffix of this state in which a keyword ends. */
    private final int[] shorter;

    /** @throws IllegalArgumentException when the table would exceed its bound */
    Automaton(List<Keyword> vocabulary) {
        keywords = vocabulary.toArray(new Keyword[0]);
        shapes = vocabulary.stream()
                .mapToInt(keyword ->
                        keyword.text().length() << 1 | (keyword.openStart() && keyword.openEnd() ? ANYWHERE : 0))
                .toArray();
        columns = new char[Character.MAX_VALUE + 1];
        width = assignColumns();
        List<int[]> trie = new ArrayList<>();
        List<List<Integer>> endsHere = new ArrayList<>();
        plant(trie, endsHere);
        int states = trie.size();
        ends = new int[states][];
        for (int s = 0; s < states; s++) {
            ends[s] = endsHere.get(s).stream().mapToInt(Integer::intValue).toArray();
        }
        shorter = new int[states];
        link(trie);
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(width - 1);
        // Half the size is fewer misses of the processor's caches: with some hundred rules that is most of the time.
        boolean few = states < TELLING;
        small = new char[few ? states << shift : 0];
        large = new int[few ? 0 : states * width];
        fill(trie, few);
    }

    /** The keywords a folded text contains. */
    BitSet found(char[] folded) {
        BitSet found = new BitSet(keywords.length);
        scan(folded, found);
        return found;
    }

    /** Sets the bit of every keyword the text contains. The text must be folded. */
    void scan(char[] folded, BitSet found) {
        if (small.length > 0) {
            scanSmall(folded, found);
        } else {
            scanLarge(folded, found);
        }
    }

    private void scanSmall(char[] folded, BitSet found) {
        int state = 0;
        for (int i = 0; i < folded.length; i++) {
            state = small[(state << shift) + columns[folded[i]]];
            if (state >= TELLING) {
                state -= TELLING;
                report(state, folded, i + 1, found);
            }
        }
    }

    private void scanLarge(char[] folded, BitSet found) {
        int row = 0;
        for (int i = 0; i < folded.length; i++) {
            row = large[row + columns[folded[i]]];
            if (row < 0) {
                row = ~row;
                report(row / width, folded, i + 1, found);
            }
        }
    }

    private void report(int state, char[] folded, int end, BitSet found) {
        for (int at = state; at != NONE; at = shorter[at]) {
            for (int k : ends[at]) {
                boolean anywhere = (shapes[k] & ANYWHERE) != 0;
                if (anywhere || keywords[k].standsAt(folded, end - (shapes[k] >> 1))) {
                    found.set(k);
                }
            }
        }
    }

    /** Frequent characters first: they then stand side by side in a row, and so in the same line of the processor's cache. */
    private int assignColumns() {
        int[] uses = new int[Character.MAX_VALUE + 1];
        for (Keyword keyword : keywords) {
            keyword.text().chars().forEach(c -> uses[c]++);
        }
        int[] byUse = IntStream.range(0, uses.length)
                .filter(c -> uses[c] > 0)
                .boxed()
                .sorted(Comparator.comparingInt(c -> -uses[c]))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int i = 0; i < byUse.length; i++) {
            columns[byUse[i]] = (char) (i + 1);
        }
        return byUse.length + 1;
    }

    private void plant(List<int[]> trie, List<List<Integer>> endsHere) {
        trie.add(new int[width]);
        endsHere.add(new ArrayList<>());
        for (Keyword keyword : keywords) {
            int state = 0;
            for (int i = 0; i < keyword.text().length(); i++) {
                int column = columns[keyword.text().charAt(i)];
                int child = trie.get(state)[column];
                if (child == 0) {
                    child = trie.size();
                    if ((long) (child + 1) * width > MAX_CELLS) {
                        throw new IllegalArgumentException("too many keywords: their table would exceed " + MAX_CELLS
                                + " cells (characters in all keywords times different characters)");
                    }
                    trie.get(state)[column] = child;
                    trie.add(new int[width]);
                    endsHere.add(new ArrayList<>());
                }
                state = child;
            }
            endsHere.get(state).add(keyword.id());
        }
    }

    /** Breadth first, so that the longest proper suffix of a state is complete before the state itself. */
    private void link(List<int[]> trie) {
        int[] suffix = new int[trie.size()];
        Deque<Integer> queue = new ArrayDeque<>();
        shorter[0] = NONE;
        queue.add(0);
        while (!queue.isEmpty()) {
            int state = queue.remove();
            int[] row = trie.get(state);
            for (int column = 0; column < width; column++) {
                int child = row[column];
                int fallback = state == 0 ? 0 : trie.get(suffix[state])[column];
                if (child == 0) {
                    row[column] = fallback;
                } else {
                    suffix[child] = fallback;
                    shorter[child] = ends[fallback].length > 0 ? fallback : shorter[fallback];
                    queue.add(child);
                }
            }
        }
    }

    private void fill(List<int[]> trie, boolean few) {
        for (int state = 0; state < trie.size(); state++) {
            for (int column = 0; column < width; column++) {
                int to = trie.get(state)[column];
                boolean telling = ends[to].length > 0 || shorter[to] != NONE;
                if (few) {
                    small[(state << shift) + column] = (char) (telling ? to + TELLING : to);
                } else {
                    large[state * width + column] = telling ? ~(to * width) : to * width;
                }
            }
        }
    }
}
