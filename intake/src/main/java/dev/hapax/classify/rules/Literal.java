package dev.hapax.classify.rules;

import dev.hapax.domain.Value;
import java.math.BigDecimal;

/** What a condition compares a field with. */
sealed interface Literal {

    /** The type that a field must have to be compared, as an error message names it. */
    String kind();

    /** As it would be written in a condition. */
    String written();

    /** Whether a value is of the kind this can be compared with. */
    boolean comparable(Value value);

    /** Less than, equal to or greater than zero as the value is to this; only for comparable values. */
    int compare(Value value);

    record Text(String text) implements Literal {
        @Override
        public String kind() {
            return "text";
        }

        @Override
        public String written() {
            return "'" + text.replace("'", "''") + "'";
        }

        @Override
        public boolean comparable(Value value) {
            return value instanceof Value.Text;
        }

        @Override
        public int compare(Value value) {
            return Fold.fold(((Value.Text) value).text()).compareTo(text);
        }
    }

    record Amount(BigDecimal number) implements Literal {

        /** Some 4,000 digits: what no amount has, and far below where arithmetic becomes slow. */
        private static final int MAX_BITS = 13_300;

        @Override
        public String kind() {
            return "a number";
        }

        @Override
        public String written() {
            return new Value.Amount(number).display();
        }

        @Override
        public boolean comparable(Value value) {
            return value instanceof Value.Amount amount && !isEndless(amount.number());
        }

        @Override
        public int compare(Value value) {
            BigDecimal left = ((Value.Amount) value).number();
            if (left.signum() != number.signum() || left.signum() == 0) {
                return Integer.compare(left.signum(), number.signum());
            }
            // Sizes first: bringing 1e999999999 and 1 to one scale would take a billion digits.
            int bySize = Long.compare(size(left), size(number));
            return bySize != 0 ? bySize * left.signum() : left.compareTo(number);
        }

        static boolean isEndless(BigDecimal number) {
            return number.unscaledValue().bitLength() > MAX_BITS;
        }

        /** How many digits stand before the point; negative for small fractions. */
        private static long size(BigDecimal number) {
            return (long) number.precision() - number.scale();
        }
    }

    record Flag(boolean flag) implements Literal {
        @Override
        public String kind() {
            return "true or false";
        }

        @Override
        public String written() {
            return Boolean.toString(flag);
        }

        @Override
        public boolean comparable(Value value) {
            return value instanceof Value.Flag;
        }

        @Override
        public int compare(Value value) {
            return Boolean.compare(((Value.Flag) value).flag(), flag);
        }
    }
}
