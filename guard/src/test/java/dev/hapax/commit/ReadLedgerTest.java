package dev.hapax.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ReadLedgerTest {

    private static final TopicPartition IN = new TopicPartition("in", 0);

    private final ReadLedger ledger = new ReadLedger();

    @Test
    void shouldAllowACommitUpToTheFirstUnprocessedRecord() {
        fetch(10, 11, 12);
        process(10);

        assertThat(problems(10)).isEmpty();
        assertThat(problems(11)).isEmpty();
        assertThat(problems(12)).hasValueSatisfying(why -> assertThat(why).contains("in-0", "11 was fetched"));
    }

    @Test
    void shouldAllowACommitUpToThePositionWhenAllIsProcessed() {
        fetch(10, 11);
        // Two markers of transactions follow.
        ledger.fetched(new ConsumerRecords<>(Map.of(), Map.of(IN, new OffsetAndMetadata(14))));
        process(10, 11);

        assertThat(problems(14)).isEmpty();
        assertThat(problems(15)).isPresent();
    }

    @Test
    void shouldAllowACommitAcrossGapsBetweenRecords() {
        fetch(10, 13, 17);
        process(10, 13);

        assertThat(problems(17)).isEmpty();
        assertThat(problems(18)).isPresent();
    }

    @Test
    void shouldRefuseTheNextOffsetOfRecordsThatWereDroppedBeforeTheyWereProcessed() {
        fetch(10, 11, 12);
        fetch(13, 14);
        process(10, 13, 14);

        assertThat(problems(15)).isPresent();
        assertThat(problems(11)).isEmpty();
    }

    @Test
    void shouldRefuseAnOffsetFromBeforeTheConsumerWentBack() {
        fetch(10, 11, 12);
        process(10, 11, 12);
        ledger.moved(IN, 10);

        assertThat(problems(13)).isPresent();
        assertThat(problems(10)).isEmpty();
    }

    @Test
    void shouldRefuseAnOffsetFromBeforeThePartitionWasAssignedAnew() {
        fetch(10, 11, 12);
        process(10, 11, 12);
        ledger.released(List.of(IN));

        assertThat(problems(13)).hasValueSatisfying(why -> assertThat(why).contains("nothing was read"));
    }

    @Test
    void shouldRefuseOffsetsOfRecordsWhoseTransactionWasAborted() {
        fetch(10, 11, 12, 13);
        process(10);
        ledger.committed();
        process(11, 12);
        ledger.aborted();
        process(13);

        assertThat(problems(11)).isEmpty();
        assertThat(problems(14)).hasValueSatisfying(why -> assertThat(why).contains("11", "aborted"));
    }

    @Test
    void shouldAllowCommitsAgainOnceAbortedRecordsAreReadAgain() {
        fetch(10, 11);
        process(10, 11);
        ledger.aborted();
        ledger.moved(IN, 10);
        fetch(10, 11);
        process(10, 11);

        assertThat(problems(12)).isEmpty();
    }

    @Test
    void shouldNotHoldAnAbortAgainstATaskThatHadDoneNothing() {
        fetch(10, 11);
        process(10);
        ledger.committed();
        ledger.aborted();
        process(11);

        assertThat(problems(12)).isEmpty();
    }

    /** Against a model that keeps every offset by itself. */
    @Test
    void shouldAgreeWithASetOfOffsets() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            ReadLedger fresh = new ReadLedger();
            TreeSet<Long> waiting = new TreeSet<>();
            TreeSet<Long> uncommitted = new TreeSet<>();
            TreeSet<Long> undone = new TreeSet<>();
            long next = 0;
            for (int step = 0; step < 60; step++) {
                switch (random.nextInt(5)) {
                    case 0 -> {
                        List<Long> offsets = new ArrayList<>();
                        for (int i = random.nextInt(5); i >= 0; i--) {
                            next += random.nextInt(4) == 0 ? 3 : 1;
                            offsets.add(next - 1);
                        }
                        next += random.nextInt(2);
                        waiting.addAll(offsets);
                        fresh.fetched(records(offsets, next));
                    }
                    case 1, 2 -> {
                        Long oldest = waiting.pollFirst();
                        if (oldest != null) {
                            uncommitted.add(oldest);
                            fresh.processed(IN.topic(), IN.partition(), oldest);
                        }
                    }
                    case 3 -> {
                        uncommitted.clear();
                        fresh.committed();
                    }
                    default -> {
                        if (random.nextInt(10) == 0) {
                            undone.addAll(uncommitted);
                            uncommitted.clear();
                            fresh.aborted();
                        }
                    }
                }
                if (next > 0) {
                    long offset = random.nextInt((int) next + 2);
                    boolean skips = offset > next
                            || !waiting.headSet(offset).isEmpty()
                            || !undone.headSet(offset).isEmpty();
                    assertThat(fresh.problems(Map.of(IN, new OffsetAndMetadata(offset)))
                                    .isPresent())
                            .as("seed %d, step %d, commit of %d", seed, step, offset)
                            .isEqualTo(skips);
                }
            }
        }
    }

    private void fetch(long... offsets) {
        List<Long> list = new ArrayList<>();
        for (long offset : offsets) {
            list.add(offset);
        }
        ledger.fetched(records(list, offsets[offsets.length - 1] + 1));
    }

    private static ConsumerRecords<byte[], byte[]> records(List<Long> offsets, long next) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        offsets.forEach(
                offset -> records.add(new ConsumerRecord<>(IN.topic(), IN.partition(), offset, new byte[0], null)));
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> byPartition = new HashMap<>();
        byPartition.put(IN, records);
        return new ConsumerRecords<>(byPartition, Map.of(IN, new OffsetAndMetadata(next)));
    }

    private void process(long... offsets) {
        for (long offset : offsets) {
            ledger.processed(IN.topic(), IN.partition(), offset);
        }
    }

    private Optional<String> problems(long offset) {
        return ledger.problems(Map.of(IN, new OffsetAndMetadata(offset)));
    }
}
