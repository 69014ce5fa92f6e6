package dev.hapax.demo;

import dev.hapax.demo.stream.DemoMessage;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;

/** A few messages a second, so that the dashboard of a demo shows them arrive. */
public final class LiveTraffic implements AutoCloseable {

    private static final Duration PACE = Duration.ofMillis(250);

    private final Demo demo;
    private final KafkaProducer<byte[], byte[]> producer;
    private final CountDownLatch enough = new CountDownLatch(1);

    public LiveTraffic(Demo demo) {
        this.demo = demo;
        this.producer = DemoRun.producer(demo);
    }

    /** Sends until it is closed; ends with the reason when the instance does. */
    public void send(Iterator<DemoMessage> messages) throws InterruptedException {
        while (!enough.await(PACE.toMillis(), TimeUnit.MILLISECONDS)) {
            demo.requireRunning();
            // What is lost by a demo that is being ended is lost to nobody.
            var unused = producer.send(DemoRun.record(messages.next()));
        }
    }

    @Override
    public void close() {
        enough.countDown();
        producer.close(Duration.ZERO);
    }
}
