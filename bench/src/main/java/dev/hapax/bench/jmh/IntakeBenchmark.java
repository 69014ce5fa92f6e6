package dev.hapax.bench.jmh;

import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.source.Source;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Parse, identity and fingerprint: all that happens to a message before the guard sees it. */
@State(Scope.Thread)
public class IntakeBenchmark {

    private final Source json = BenchMessages.source("json", "/id");
    private final Source jsonByFields = BenchMessages.source("json", "/id", "/customer/id", "/amount", "/type");
    private final Source cloudEvents = BenchMessages.source("cloudevents", "id");
    private final Source mail = BenchMessages.source("rfc822", "message-id");
    private final Message[] jsonMessages = BenchMessages.json();
    private final Message[] events = BenchMessages.events();
    private final Message[] mails = BenchMessages.mails();
    private int next;

    @Benchmark
    public Intake json() {
        return read(json, jsonMessages);
    }

    /** The fingerprint is of three fields, and the rest is passed over. */
    @Benchmark
    public Intake jsonByFields() {
        return read(jsonByFields, jsonMessages);
    }

    @Benchmark
    public Intake cloudEvents() {
        return read(cloudEvents, events);
    }

    @Benchmark
    public Intake mail() {
        return read(mail, mails);
    }

    private Intake read(Source source, Message[] messages) {
        return source.read(messages[next++ % BenchMessages.COUNT], 0, 0);
    }
}
