package dev.hapax.bench.contender;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.SetParams;

/**
 * Dedup by {@code SET key 1 NX EX ttl} in Redis, all records of a poll in one pipeline. Redis and Kafka do not commit
 * together: after a crash between the two, what Redis remembers and Kafka never got is dropped as a duplicate.
 */
final class RedisGuard implements Contender {

    @Override
    public AutoCloseable start(Job job) throws Exception {
        HostAndPort server = HostAndPort.from(job.option("redis"));
        SetParams once = SetParams.setParams().nx().ex(Math.max(1, job.wallTtl().toSeconds()));
        return ConsumeAndProduce.start(job, () -> new Connected(new Jedis(server), once));
    }

    private record Connected(Jedis redis, SetParams once) implements ConsumeAndProduce.Guard {

        private static final byte[] SEEN = "1".getBytes(StandardCharsets.US_ASCII);

        @Override
        public List<ConsumerRecord<byte[], byte[]>> admit(ConsumerRecords<byte[], byte[]> polled) {
            List<Response<String>> answers = new ArrayList<>(polled.count());
            try (Pipeline pipeline = redis.pipelined()) {
                for (ConsumerRecord<byte[], byte[]> record : polled) {
                    answers.add(pipeline.set(record.key(), SEEN, once));
                }
            }
            List<ConsumerRecord<byte[], byte[]>> admitted = new ArrayList<>(polled.count());
            int next = 0;
            for (ConsumerRecord<byte[], byte[]> record : polled) {
                // Redis says OK to who was first, and nothing to all others.
                if (answers.get(next++).get() != null) {
                    admitted.add(record);
                }
            }
            return admitted;
        }

        @Override
        public void close() {
            redis.close();
        }
    }
}
