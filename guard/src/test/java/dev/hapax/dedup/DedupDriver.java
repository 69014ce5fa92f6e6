package dev.hapax.dedup;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Produced;
import org.jspecify.annotations.Nullable;

/** A topology of one dedup operator. Values are {@code identity=content}; time is in minutes. */
final class DedupDriver implements AutoCloseable {

    static final Duration TTL = Duration.ofMinutes(60);

    private final TopologyTestDriver driver;
    private final TestInputTopic<String, String> input;

    private DedupDriver(StreamsBuilder builder, Properties config) {
        driver = new TopologyTestDriver(builder.build(), config);
        input = driver.createInputTopic("in", new StringSerializer(), new StringSerializer());
    }

    static Deduplicate<String, String> byIdentity() {
        return Deduplicate.by((String key, String value) -> identity(value)).within(TTL);
    }

    static byte[] content(String key, String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String identity(String value) {
        return value.startsWith("null=") ? null : value.substring(0, value.indexOf('='));
    }

    static Properties config(Path folder) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        return config;
    }

    static DedupDriver forwardingFirst(Path folder, Deduplicate<String, String> dedup) {
        return forwardingFirst(config(folder), dedup);
    }

    static DedupDriver forwardingFirst(Properties config, Deduplicate<String, String> dedup) {
        StreamsBuilder builder = new StreamsBuilder();
        input(builder).process(dedup.forwardFirst()).to("out", strings());
        return new DedupDriver(builder, config);
    }

    static DedupDriver forwardingAll(Path folder, Deduplicate<String, String> dedup) {
        StreamsBuilder builder = new StreamsBuilder();
        input(builder)
                .processValues(dedup.forwardAllValues())
                .mapValues(DedupDriver::text)
                .to("out", strings());
        return new DedupDriver(builder, config(folder));
    }

    private static KStream<String, String> input(StreamsBuilder builder) {
        Serde<String> text = Serdes.String();
        return builder.stream("in", Consumed.with(text, text));
    }

    private static Produced<String, String> strings() {
        return Produced.with(Serdes.String(), Serdes.String());
    }

    private static String text(Deduplicated<String> judged) {
        if (judged instanceof Deduplicated.First<String> first) {
            return "first " + first.value();
        } else if (judged instanceof Deduplicated.Duplicate<String> duplicate) {
            return "duplicate " + duplicate.value() + " of " + text(duplicate.first());
        } else if (judged instanceof Deduplicated.Conflict<String> conflict) {
            return "conflict " + conflict.value() + " with " + text(conflict.first());
        } else if (judged instanceof Deduplicated.Late<String> late) {
            return "late " + late.value() + " before " + late.oldestJudged() / 60_000;
        }
        throw new IllegalStateException("unknown verdict " + judged);
    }

    private static String text(FirstRecord first) {
        return first.topic() + "-" + first.partition() + "@" + first.offset() + " of " + first.timestamp() / 60_000
                + (first.outcome().isEmpty() ? "" : ": " + first.outcome());
    }

    DedupDriver send(String value, long minute) {
        return send("key", value, minute);
    }

    DedupDriver send(@Nullable String key, String value, long minute) {
        input.pipeInput(key, value, minute * 60_000);
        return this;
    }

    List<String> received() {
        return driver.createOutputTopic("out", new StringDeserializer(), new StringDeserializer())
                .readValuesToList();
    }

    double total(String verdict) {
        return driver.metrics().entrySet().stream()
                .filter(metric -> metric.getKey().group().equals("stream-dedup-metrics")
                        && metric.getKey().name().equals(verdict + "-total"))
                .mapToDouble(metric -> (double) metric.getValue().metricValue())
                .sum();
    }

    @Override
    public void close() {
        driver.close();
    }
}
