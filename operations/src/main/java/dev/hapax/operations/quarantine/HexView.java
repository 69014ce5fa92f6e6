package dev.hapax.operations.quarantine;

import java.util.HexFormat;

/** Bytes as people look at them: offset, sixteen in hexadecimal, and what of them can be read. */
public final class HexView {

    private static final int WIDTH = 16;
    private static final HexFormat SPACED = HexFormat.ofDelimiter(" ");

    private HexView() {}

    public static String of(byte[] bytes) {
        return of(bytes, bytes.length);
    }

    /** The first so many. */
    public static String of(byte[] bytes, int most) {
        StringBuilder view = new StringBuilder();
        int end = Math.min(bytes.length, most);
        for (int from = 0; from < end; from += WIDTH) {
            int to = Math.min(end, from + WIDTH);
            view.append(String.format("%08x  %-47s  ", from, SPACED.formatHex(bytes, from, to)));
            for (int i = from; i < to; i++) {
                view.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            view.append('\n');
        }
        return view.toString();
    }
}
