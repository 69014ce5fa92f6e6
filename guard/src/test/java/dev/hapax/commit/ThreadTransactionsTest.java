package dev.hapax.commit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThreadTransactionsTest {

    /** Not those of the thread, which other tests go by. */
    private final ThreadTransactions transactions = new ThreadTransactions();

    /** Kafka Streams begins one with the first record it sends, when a record of it has been processed already. */
    @Test
    void shouldNotCountTheBeginningOfATransactionAsAnEnd() {
        long before = transactions.ended();

        transactions.began();

        assertThat(transactions.ended()).isEqualTo(before);
    }

    @Test
    void shouldCountEveryWayInWhichATransactionEnds() {
        long before = transactions.ended();

        transactions.committed();
        assertThat(transactions.ended()).isEqualTo(before + 1);
        transactions.aborted();
        assertThat(transactions.ended()).isEqualTo(before + 2);
        // A new producer: the transaction of the one before is undone, whether it was aborted or not.
        transactions.reported();
        assertThat(transactions.ended()).isEqualTo(before + 3);
    }
}
