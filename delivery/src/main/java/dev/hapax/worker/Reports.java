package dev.hapax.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what a worker knows of its attempts, for as long as it takes: an unwritten report strands a delivery. */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private Reports() {}

    /** Returns when every record is written. A record may be written twice; the ledger takes the first. */
    static void send(Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        List<ProducerRecord<byte[], byte[]>> left = records;
        while (!left.isEmpty()) {
            left = unwritten(producer, left);
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> unwritten(
            Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        List<Future<RecordMetadata>> pending =
                records.stream().map(producer::send).toList();
        List<ProducerRecord<byte[], byte[]>> failed = new ArrayList<>();
        for (int i = 0; i < pending.size(); i++) {
            try {
                pending.get(i).get();
            } catch (InterruptedException e) {
                throw new InterruptException(e);
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof RetriableException)) {
                    throw new IllegalStateException("a report could not be written: " + e.getCause(), e.getCause());
                }
                LOG.warn(
                        "A report could not be written yet: {}. Retrying.",
                        e.getCause().toString());
                failed.add(records.get(i));
            }
        }
        return failed;
    }
}
