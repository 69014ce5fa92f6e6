package dev.hapax.intake.json;

import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Reads numbers at a cost that their length bounds, whatever they are: {@code BigDecimal} alone strips zeros one by one. */
final class JsonNumber {

    /** Beyond it a number is a mistake or an attack, and arithmetic on it would fill the memory. */
    static final int LARGEST_EXPONENT = 9_999;

    private static final int DIGITS_OF_A_LONG = 18;

    private JsonNumber() {}

    /** The number without trailing zeros. The characters are a JSON number already. */
    static BigDecimal parse(char[] chars, int offset, int length) throws RefusedException {
        char[] digits = new char[length];
        int count = 0;
        int significant = 0;
        long exponent = 0;
        boolean fraction = false;
        int end = offset + length;
        int i = chars[offset] == '-' ? offset + 1 : offset;
        for (; i < end && (chars[i] | 0x20) != 'e'; i++) {
            if (chars[i] == '.') {
                fraction = true;
                continue;
            }
            exponent -= fraction ? 1 : 0;
            if (count > 0 || chars[i] != '0') {
                digits[count++] = chars[i];
                significant = chars[i] == '0' ? significant : count;
            }
        }
        if (significant == 0) {
            return BigDecimal.ZERO;
        }
        exponent += count - significant + written(chars, i + 1, end);
        if (Math.abs(exponent) > LARGEST_EXPONENT) {
            throw new RefusedException(
                    Reason.INVALID,
                    "a number has an exponent beyond " + LARGEST_EXPONENT + ": '"
                            + new String(chars, offset, Math.min(length, 40)) + "'");
        }
        String text = (chars[offset] == '-' ? "-" : "") + new String(digits, 0, significant);
        return significant <= DIGITS_OF_A_LONG
                ? BigDecimal.valueOf(Long.parseLong(text), (int) -exponent)
                : new BigDecimal(new BigInteger(text), (int) -exponent);
    }

    private static long written(char[] chars, int start, int end) {
        long exponent = 0;
        for (int i = start; i < end; i++) {
            if (chars[i] >= '0' && chars[i] <= '9' && exponent < Integer.MAX_VALUE) {
                exponent = exponent * 10 + chars[i] - '0';
            }
        }
        return start < end && chars[start] == '-' ? -exponent : exponent;
    }
}
