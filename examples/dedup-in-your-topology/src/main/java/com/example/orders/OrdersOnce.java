package com.example.orders;

import dev.hapax.dedup.DedupClients;
import dev.hapax.dedup.Deduplicate;
import java.time.Duration;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Repartitioned;

/** Copies each order once. The orders are keyed by customer; a value is the order number, a space, and the rest. */
public final class OrdersOnce {

    static Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("orders")
                .selectKey((customer, order) -> order.split(" ")[0])
                .repartition(Repartitioned.as("orders-by-number"))
                .processValues(Deduplicate.by((String number, String order) -> number)
                        .within(Duration.ofHours(24))
                        .named("orders-seen")
                        .forwardFirstValues())
                .to("orders-once");
        return builder.build();
    }

    static Properties config(String bootstrapServers) {
        Properties config = new Properties();
        config.put(StreamsConfig.APPLICATION_ID_CONFIG, "orders-once");
        config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        config.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, DedupClients.class);
        config.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        config.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.StringSerde.class);
        return config;
    }

    public static void main(String[] args) {
        KafkaStreams streams = new KafkaStreams(topology(), config(args[0]));
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.start();
    }

    private OrdersOnce() {}
}
