package dev.hapax.bench.jmh;

import dev.hapax.commit.ReadLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The cost per message of knowing what was fetched and processed, with a check of a commit every thousand messages. */
@State(Scope.Thread)
public class LedgerBenchmark {

    private static final int POLL = 1_000;
    private static final TopicPartition IN = new TopicPartition("hapax.messages", 3);

    private final ReadLedger ledger = new ReadLedger();
    private final List<ConsumerRecord<byte[], byte[]>> polled = new ArrayList<>();
    private final ConsumerRecords<byte[], byte[]> records;

    public LedgerBenchmark() {
        for (int i = 0; i < POLL; i++) {
            polled.add(new ConsumerRecord<>(IN.topic(), IN.partition(), i, new byte[0], new byte[0]));
        }
        records = new ConsumerRecords<>(Map.of(IN, polled), Map.of(IN, new OffsetAndMetadata(POLL)));
    }

    @Benchmark
    @OperationsPerInvocation(POLL)
    public Optional<String> fetchedProcessedAndCommitted() {
        ledger.fetched(records);
        for (int i = 0; i < POLL; i++) {
            ledger.processed(IN.topic(), IN.partition(), i);
        }
        Optional<String> problems = ledger.problems(Map.of(IN, new OffsetAndMetadata(POLL)));
        ledger.committed();
        return problems;
    }
}
