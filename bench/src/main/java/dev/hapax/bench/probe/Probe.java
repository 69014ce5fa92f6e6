package dev.hapax.bench.probe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.FixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.ProcessorWrapper;
import org.apache.kafka.streams.processor.api.WrappedFixedKeyProcessorSupplier;
import org.apache.kafka.streams.processor.api.WrappedProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Times every processor that has a store, and its punctuations, once it is warm; writes the {@link Timings} when the processors
 * are closed. Kafka Streams makes it, by its class name in the configuration.
 */
public final class Probe implements ProcessorWrapper {

    /** The setting of Kafka Streams by which it comes in. */
    public static final String SETTING = StreamsConfig.PROCESSOR_WRAPPER_CLASS_CONFIG;

    private static final String FILE = "hapax.bench.probe.file";
    private static final String SKIP = "hapax.bench.probe.skip";

    private final Path file = Path.of(System.getProperty(FILE, "probe.properties"));
    private final long skip = Long.getLong(SKIP, 0);
    private final Histogram processing = new Histogram();
    private final Histogram punctuating = new Histogram();

    /**
     * The JVM flags that configure it.
     *
     * @param skip so many messages of each task are not timed: they warm it up
     */
    public static List<String> jvmFlags(Path file, long skip) {
        return List.of("-D" + FILE + "=" + file, "-D" + SKIP + "=" + skip);
    }

    @Override
    public void configure(Map<String, ?> settings) {}

    /** Takes up what a task has measured. */
    synchronized void add(Histogram ofProcessing, Histogram ofPunctuating) {
        processing.add(ofProcessing);
        punctuating.add(ofPunctuating);
        Timings.of(processing, punctuating).write(file);
    }

    @Override
    public <KIn, VIn, KOut, VOut> WrappedProcessorSupplier<KIn, VIn, KOut, VOut> wrapProcessorSupplier(
            String name, ProcessorSupplier<KIn, VIn, KOut, VOut> supplier) {
        Set<StoreBuilder<?>> stores = supplier.stores();
        if (stores == null || stores.isEmpty()) {
            return ProcessorWrapper.asWrapped(supplier);
        }
        return new WrappedProcessorSupplier<>() {
            @Override
            public Processor<KIn, VIn, KOut, VOut> get() {
                return new TimedProcessor<>(supplier.get(), Probe.this, skip);
            }

            @Override
            public Set<StoreBuilder<?>> stores() {
                return stores;
            }
        };
    }

    @Override
    public <KIn, VIn, VOut> WrappedFixedKeyProcessorSupplier<KIn, VIn, VOut> wrapFixedKeyProcessorSupplier(
            String name, FixedKeyProcessorSupplier<KIn, VIn, VOut> supplier) {
        return ProcessorWrapper.asWrappedFixedKey(supplier);
    }
}
