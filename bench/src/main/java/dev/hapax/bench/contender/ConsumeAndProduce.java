package dev.hapax.bench.contender;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop of a service that reads, asks a guard, and writes in transactions: one consumer and one producer a thread, a
 * commit every {@link Job#COMMIT_INTERVAL}. Ends the process when it fails, as a supervisor would have it.
 */
final class ConsumeAndProduce implements AutoCloseable {

    /** Picks what may pass of the records of one poll. One for each thread. */
    @FunctionalInterface
    interface Guard extends AutoCloseable {
        List<ConsumerRecord<byte[], byte[]>> admit(ConsumerRecords<byte[], byte[]> polled) throws Exception;

        @Override
        default void close() {}
    }

    /** Makes of the records of one poll what is to be written. One for each thread. */
    @FunctionalInterface
    interface Worker extends AutoCloseable {
        List<ProducerRecord<byte[], byte[]>> outputs(ConsumerRecords<byte[], byte[]> polled) throws Exception;

        @Override
        default void close() {}
    }

    /** Makes what each thread has one of. */
    @FunctionalInterface
    interface Opener<T> {
        T open() throws Exception;
    }

    /** Copies what its guard lets pass. */
    private record Copier(Guard guard, String output) implements Worker {

        @Override
        public List<ProducerRecord<byte[], byte[]>> outputs(ConsumerRecords<byte[], byte[]> polled) throws Exception {
            List<ConsumerRecord<byte[], byte[]>> admitted = guard.admit(polled);
            List<ProducerRecord<byte[], byte[]>> copies = new ArrayList<>(admitted.size());
            for (ConsumerRecord<byte[], byte[]> record : admitted) {
                copies.add(new ProducerRecord<>(
                        output, null, record.timestamp(), record.key(), record.value(), record.headers()));
            }
            return copies;
        }

        @Override
        public void close() {
            guard.close();
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(ConsumeAndProduce.class);

    private final Job job;
    private final CountDownLatch ended;
    private volatile boolean ending;

    private ConsumeAndProduce(Job job) {
        this.job = job;
        this.ended = new CountDownLatch(job.threads());
    }

    static ConsumeAndProduce start(Job job, Opener<Guard> guards) throws Exception {
        return work(job, () -> new Copier(guards.open(), job.output()));
    }

    static ConsumeAndProduce work(Job job, Opener<Worker> workers) throws Exception {
        ConsumeAndProduce work = new ConsumeAndProduce(job);
        List<Worker> opened = new ArrayList<>();
        for (int i = 0; i < job.threads(); i++) {
            opened.add(workers.open());
        }
        for (int i = 0; i < job.threads(); i++) {
            int number = i;
            new Thread(() -> work.run(number, opened.get(number)), "worker-" + i).start();
        }
        return work;
    }

    private void run(int number, Worker worker) {
        try (worker;
                var consumer = new KafkaConsumer<byte[], byte[]>(ClientSettings.consumer(job));
                var producer = new KafkaProducer<byte[], byte[]>(ClientSettings.producer(job, number))) {
            producer.initTransactions();
            consumer.subscribe(List.of(job.input()));
            while (!ending) {
                transaction(consumer, producer, worker);
            }
        } catch (Exception e) {
            LOG.error("failed", e);
            Runtime.getRuntime().halt(1);
        } finally {
            ended.countDown();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the commit fails if a send has
    private void transaction(
            KafkaConsumer<byte[], byte[]> consumer, KafkaProducer<byte[], byte[]> producer, Worker worker)
            throws Exception {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofMillis(100));
        if (polled.isEmpty()) {
            return;
        }
        producer.beginTransaction();
        Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
        long commitAt = System.nanoTime() + Job.COMMIT_INTERVAL.toNanos();
        while (true) {
            for (ProducerRecord<byte[], byte[]> record : worker.outputs(polled)) {
                producer.send(record);
            }
            done.putAll(polled.nextOffsets());
            long left = commitAt - System.nanoTime();
            if (left <= 0 || ending) {
                break;
            }
            polled = consumer.poll(Duration.ofNanos(left));
        }
        producer.sendOffsetsToTransaction(done, consumer.groupMetadata());
        producer.commitTransaction();
    }

    @Override
    public void close() {
        ending = true;
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A limit: consumer to transactional producer, no guard at all. */
    static final class PlainCopy implements Contender {

        @Override
        public AutoCloseable start(Job job) throws Exception {
            return ConsumeAndProduce.start(job, () -> polled -> {
                List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>(polled.count());
                polled.forEach(all::add);
                return all;
            });
        }
    }
}
