package dev.hapax.demo.stream;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A few messages kept at hand, some of them for long; never more than a few, however long the stream. */
final class Pool<T> {

    private static final int SIZE = 32;
    private static final double TURNOVER = 0.05;

    private final List<T> kept = new ArrayList<>(SIZE);
    private final Dice dice;

    Pool(Dice dice) {
        this.dice = dice;
    }

    void offer(T one) {
        if (kept.size() < SIZE) {
            kept.add(one);
        } else if (dice.chance(TURNOVER)) {
            kept.set(dice.below(SIZE), one);
        }
    }

    /** Any of them, which is then no longer kept; null when there is none. */
    @Nullable
    T take() {
        return kept.isEmpty() ? null : kept.remove(dice.below(kept.size()));
    }
}
