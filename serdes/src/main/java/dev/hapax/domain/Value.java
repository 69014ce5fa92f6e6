package dev.hapax.domain;

import java.math.BigDecimal;

/** A value a format found in a message, typed as the message typed it. */
public sealed interface Value {

    /** As a person would write it. */
    String display();

    /** What kind of value it is, in the words of an error message. */
    String kind();

    /** Text, exactly as the message has it, lone surrogates included. */
    record Text(String text) implements Value {
        @Override
        public String display() {
            return text;
        }

        @Override
        public String kind() {
            return "text";
        }
    }

    /** A number; equal numbers are equal however they were written (1, 1.0, 1e0). */
    record Amount(BigDecimal number) implements Value {
        public Amount {
            number = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        }

        /** Plain digits where that is short, so that 100 reads as 100 and not as 1E+2. */
        @Override
        public String display() {
            return Math.abs((long) number.scale()) <= 32 ? number.toPlainString() : number.toString();
        }

        @Override
        public String kind() {
            return "a number";
        }
    }

    record Flag(boolean flag) implements Value {
        @Override
        public String display() {
            return Boolean.toString(flag);
        }

        @Override
        public String kind() {
            return "true or false";
        }
    }

    /** An explicit null. */
    record Nothing() implements Value {
        @Override
        public String display() {
            return "null";
        }

        @Override
        public String kind() {
            return "null";
        }
    }

    /** An object or a list, known only by the canonical digest of what it holds. */
    record Structure(boolean list, Fingerprint digest) implements Value {
        @Override
        public String display() {
            return (list ? "list " : "object ") + digest;
        }

        @Override
        public String kind() {
            return list ? "a list" : "an object";
        }
    }
}
