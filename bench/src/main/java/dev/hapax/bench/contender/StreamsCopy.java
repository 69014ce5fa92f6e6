package dev.hapax.bench.contender;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/** The other limit: Kafka Streams under exactly-once without any state. */
final class StreamsCopy implements Contender {

    @Override
    public AutoCloseable start(Job job) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(job.input(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .to(job.output(), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        return StreamsWork.start(builder.build(), new StreamsConfig(ClientSettings.streams(job)), job);
    }
}
