package dev.hapax.bench.contender;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A limit: consumer to transactional producer, no guard at all. */
final class PlainCopy implements Contender {

    @Override
    public AutoCloseable start(Job job) throws Exception {
        return ConsumeAndProduce.start(job, () -> polled -> {
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>(polled.count());
            polled.forEach(all::add);
            return all;
        });
    }
}
