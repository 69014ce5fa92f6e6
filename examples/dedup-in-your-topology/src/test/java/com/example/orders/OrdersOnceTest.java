package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrdersOnceTest {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    Path folder;

    private TopologyTestDriver driver;
    private TestInputTopic<String, String> orders;
    private TestOutputTopic<String, String> once;

    @BeforeEach
    void start() {
        Properties config = OrdersOnce.config("not used");
        config.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(OrdersOnce.topology(), config, NOON);
        orders = driver.createInputTopic("orders", new StringSerializer(), new StringSerializer(), NOON, Duration.ZERO);
        once = driver.createOutputTopic("orders-once", new StringDeserializer(), new StringDeserializer());
    }

    @AfterEach
    void stop() {
        driver.close();
    }

    @Test
    void shouldCopyAnOrderOnceAlthoughItIsSentTwice() {
        orders.pipeInput("alice", "A-1 two chairs");
        orders.pipeInput("bob", "A-2 a table");
        orders.pipeInput("alice", "A-1 two chairs");

        assertEquals(List.of("A-1 two chairs", "A-2 a table"), once.readValuesToList());
    }

    @Test
    void shouldCopyAnOrderAgainAfterADay() {
        orders.pipeInput("alice", "A-1 two chairs", NOON);
        orders.pipeInput("alice", "A-1 two chairs", NOON.plus(Duration.ofHours(23)));
        orders.pipeInput("alice", "A-1 two chairs", NOON.plus(Duration.ofHours(24)));

        assertEquals(2, once.getQueueSize());
    }
}
