package dev.hapax.dedup;

import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.StreamsMetrics;

/**
 * Counts verdicts in the metrics of Kafka Streams: a rate and a total each, in the group {@code stream-dedup-metrics},
 * with the tags {@code thread-id} and {@code dedup-id}, the name of the store. The tasks of a thread share them, so none
 * removes them.
 *
 * @param otherKey duplicates whose key differs from that of the first record
 */
record DedupSensors(Sensor first, Sensor duplicate, Sensor conflict, Sensor late, Sensor otherKey) {

    static DedupSensors of(StreamsMetrics metrics, String storeName) {
        return new DedupSensors(
                sensor(metrics, storeName, "first"),
                sensor(metrics, storeName, "duplicate"),
                sensor(metrics, storeName, "conflict"),
                sensor(metrics, storeName, "late"),
                sensor(metrics, storeName, "other-key"));
    }

    private static Sensor sensor(StreamsMetrics metrics, String storeName, String verdict) {
        return metrics.addRateTotalSensor("dedup", storeName, verdict, Sensor.RecordingLevel.INFO);
    }
}
