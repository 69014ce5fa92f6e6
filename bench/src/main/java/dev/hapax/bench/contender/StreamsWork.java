package dev.hapax.bench.contender;

import dev.hapax.bench.probe.RestoreLog;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;

/** A Kafka Streams contender at work. Leaves its group at the end, so that the next one begins at once. */
final class StreamsWork implements AutoCloseable {

    /** Option: the file to log the restoring of state to. */
    static final String RESTORE_LOG = "restore-log";

    private static final Duration END_WITHIN = Duration.ofSeconds(60);

    private final KafkaStreams streams;

    private StreamsWork(KafkaStreams streams) {
        this.streams = streams;
    }

    static StreamsWork start(Topology topology, StreamsConfig config, Job job) {
        KafkaStreams streams = new KafkaStreams(topology, config);
        String restoreLog = job.options().get(RESTORE_LOG);
        if (restoreLog != null) {
            streams.setGlobalStateRestoreListener(new RestoreLog(Path.of(restoreLog)));
        }
        streams.start();
        return new StreamsWork(streams);
    }

    @Override
    public void close() {
        streams.close(
                CloseOptions.timeout(END_WITHIN).withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }

    /** The other limit: Kafka Streams under exactly-once without any state. */
    static final class StreamsCopy implements Contender {

        @Override
        public AutoCloseable start(Job job) {
            StreamsBuilder builder = new StreamsBuilder();
            builder.stream(job.input(), Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                    .to(job.output(), Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
            return StreamsWork.start(builder.build(), new StreamsConfig(ClientSettings.streams(job)), job);
        }
    }
}
