package dev.hapax.bench.probe;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** A processor's context, but for the punctuators scheduled through it. */
record TimedContext<K, V>(ProcessorContext<K, V> context, UnaryOperator<Punctuator> timing)
        implements ProcessorContext<K, V> {

    @Override
    public Cancellable schedule(Duration interval, PunctuationType type, Punctuator punctuator) {
        return context.schedule(interval, type, timing.apply(punctuator));
    }

    @Override
    public Cancellable schedule(Instant start, Duration interval, PunctuationType type, Punctuator punctuator) {
        return context.schedule(start, interval, type, timing.apply(punctuator));
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(Record<K2, V2> record) {
        context.forward(record);
    }

    @Override
    public <K2 extends K, V2 extends V> void forward(Record<K2, V2> record, String child) {
        context.forward(record, child);
    }

    @Override
    public String applicationId() {
        return context.applicationId();
    }

    @Override
    public TaskId taskId() {
        return context.taskId();
    }

    @Override
    public Optional<RecordMetadata> recordMetadata() {
        return context.recordMetadata();
    }

    @Override
    public Serde<?> keySerde() {
        return context.keySerde();
    }

    @Override
    public Serde<?> valueSerde() {
        return context.valueSerde();
    }

    @Override
    public File stateDir() {
        return context.stateDir();
    }

    @Override
    public StreamsMetrics metrics() {
        return context.metrics();
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // it is Kafka's
    public <S extends StateStore> S getStateStore(String name) {
        return context.getStateStore(name);
    }

    @Override
    public void commit() {
        context.commit();
    }

    @Override
    public Map<String, Object> appConfigs() {
        return context.appConfigs();
    }

    @Override
    public Map<String, Object> appConfigsWithPrefix(String prefix) {
        return context.appConfigsWithPrefix(prefix);
    }

    @Override
    public long currentSystemTimeMs() {
        return context.currentSystemTimeMs();
    }

    @Override
    public long currentStreamTimeMs() {
        return context.currentStreamTimeMs();
    }
}
