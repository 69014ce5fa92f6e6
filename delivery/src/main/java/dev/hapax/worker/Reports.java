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

/** Writes what a worker knows of its attempts, for as long as it takes: an unwritten report strands a delivery. One thread. */
final class Reports {

    private static final Logger LOG = LoggerFactory.getLogger(Reports.class);

    private record Pending(ProducerRecord<byte[], byte[]> report, Future<RecordMetadata> written) {}

    private final Producer<byte[], byte[]> producer;
    private List<Pending> pending = new ArrayList<>();

    Reports(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    void send(ProducerRecord<byte[], byte[]> report) {
        pending.add(new Pending(report, producer.send(report)));
    }

    /** Returns when every report is written. A report may be written twice; the ledger takes the first. */
    void await() {
        while (!pending.isEmpty()) {
            List<Pending> waiting = pending;
            pending = new ArrayList<>();
            for (Pending one : waiting) {
                if (!isWritten(one)) {
                    send(one.report);
                }
            }
        }
    }

    private static boolean isWritten(Pending one) {
        try {
            one.written.get();
            return true;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof RetriableException)) {
                throw new IllegalStateException("a report could not be written: " + e.getCause(), e.getCause());
            }
            LOG.warn(
                    "A report could not be written yet: {}. Retrying.",
                    e.getCause().toString());
            return false;
        }
    }
}
