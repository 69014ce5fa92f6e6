package dev.hapax.intake;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Documents made of a seed: what one says depends on the seed alone, how it is written on another source of chance. */
public final class RandomJson {

    private static final int DEEPEST = 4;

    private final Random what;
    private final Random how;

    private RandomJson(Random what, Random how) {
        this.what = what;
        this.how = how;
    }

    public static String document(long seed, Random how) {
        return new RandomJson(new Random(seed * 31 + 17), how).object(0, seed);
    }

    private String object(int depth, long marker) {
        List<String> members = new ArrayList<>();
        members.add("\"marker\"" + space() + ":" + marker);
        int count = what.nextInt(8);
        for (int i = 0; i < count; i++) {
            members.add("\"" + i + "x".repeat(what.nextInt(300)) + "\":" + space() + value(depth + 1));
        }
        Collections.shuffle(members, how);
        return "{" + space() + String.join(space() + "," + space(), members) + "}";
    }

    private String value(int depth) {
        return switch (what.nextInt(depth < DEEPEST ? 7 : 5)) {
            case 0 -> "null";
            case 1 -> what.nextBoolean() ? "true" : "false";
            case 2 -> number(what.nextInt(2_000) - 1_000);
            case 3 -> "\"" + Integer.toString(what.nextInt(), 36) + "\"";
            case 4 -> "\"\\u00e4\\ud83d\\ude00\"";
            case 5 -> "[" + value(depth + 1) + space() + "," + value(depth + 1) + "]";
            default -> object(depth, what.nextInt());
        };
    }

    private String number(int number) {
        return switch (how.nextInt(3)) {
            case 0 -> Integer.toString(number);
            case 1 -> number + ".00";
            default -> number + "0e-1";
        };
    }

    private String space() {
        return " \n\t\r".substring(0, how.nextInt(5));
    }
}
