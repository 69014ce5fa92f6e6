package dev.hapax.bench.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hapax.domain.Message;
import dev.hapax.operations.Sha256;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The least that reading a message costs: a look at every token, and the hash of its bytes. */
@State(Scope.Thread)
public class FloorBenchmark {

    private final Message[] messages = BenchMessages.json();
    private final MessageDigest sha256 = Sha256.newDigest();
    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    private int next;

    @Benchmark
    public byte[] hash() {
        return sha256.digest(value());
    }

    /** Jackson's tokens, with no value asked for. */
    @Benchmark
    public int tokens() throws IOException {
        int tokens = 0;
        try (JsonParser parser = factory.createParser(value())) {
            while (parser.nextToken() != null) {
                tokens++;
            }
        }
        return tokens;
    }

    private byte[] value() {
        return Objects.requireNonNull(messages[next++ % BenchMessages.COUNT].value());
    }
}
