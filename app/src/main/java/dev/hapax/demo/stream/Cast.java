package dev.hapax.demo.stream;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Who is still to come: parts are drawn by chance, and when all are drawn every part has had its number. */
final class Cast {

    private final Map<DemoShare, Integer> left = new EnumMap<>(DemoShare.class);
    private final Dice dice;

    Cast(int messages, Dice dice) {
        this.dice = dice;
        int others = 0;
        for (DemoShare part : DemoShare.values()) {
            left.put(part, part.of(messages));
            others += part.of(messages);
        }
        left.put(DemoShare.ORIGINAL, messages - others);
    }

    /**
     * One of those left; an original when none is.
     *
     * @param except parts that cannot be played now
     */
    DemoShare draw(Set<DemoShare> except) {
        Set<DemoShare> possible = EnumSet.allOf(DemoShare.class);
        possible.removeAll(except);
        int all = 0;
        for (DemoShare part : possible) {
            all += left(part);
        }
        if (all == 0) {
            return DemoShare.ORIGINAL;
        }
        int drawn = dice.below(all);
        for (DemoShare part : possible) {
            drawn -= left(part);
            if (drawn < 0) {
                return part;
            }
        }
        throw new IllegalStateException("the numbers do not add up");
    }

    void played(DemoShare part) {
        left.merge(part, -1, Integer::sum);
    }

    /** Below zero only for originals, which stand in for a part that could not be played to the end. */
    private int left(DemoShare part) {
        return Math.max(0, left.getOrDefault(part, 0));
    }
}
