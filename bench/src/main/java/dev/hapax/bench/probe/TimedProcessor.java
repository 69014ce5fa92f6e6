package dev.hapax.bench.probe;

import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** A processor with a clock beside it. */
final class TimedProcessor<KIn, VIn, KOut, VOut> implements Processor<KIn, VIn, KOut, VOut> {

    private final Processor<KIn, VIn, KOut, VOut> timed;
    private final Probe probe;
    private final Histogram processing = new Histogram();
    private final Histogram punctuating = new Histogram();
    private long skip;

    TimedProcessor(Processor<KIn, VIn, KOut, VOut> timed, Probe probe, long skip) {
        this.timed = timed;
        this.probe = probe;
        this.skip = skip;
    }

    @Override
    public void init(ProcessorContext<KOut, VOut> context) {
        timed.init(new TimedContext<>(context, this::timing));
    }

    @Override
    public void process(Record<KIn, VIn> record) {
        long began = System.nanoTime();
        timed.process(record);
        long nanos = System.nanoTime() - began;
        if (skip > 0) {
            skip--;
        } else {
            processing.add(nanos);
        }
    }

    private Punctuator timing(Punctuator punctuator) {
        return now -> {
            long began = System.nanoTime();
            punctuator.punctuate(now);
            if (skip == 0) {
                punctuating.add(System.nanoTime() - began);
            }
        };
    }

    @Override
    public void close() {
        timed.close();
        probe.add(processing, punctuating);
    }
}
