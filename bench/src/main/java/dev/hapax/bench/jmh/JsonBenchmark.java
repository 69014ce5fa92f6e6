package dev.hapax.bench.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.DocumentReader;
import dev.hapax.intake.json.FieldTree;
import dev.hapax.intake.json.JsonScan;
import dev.hapax.intake.json.JsonText;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Three ways to read the fields and the fingerprint of a JSON document: the one in use, Jackson's parser, and Jackson's parser
 * without any check, which no tuning of the second one can beat. The measurement behind decision 16.
 */
@State(Scope.Thread)
public class JsonBenchmark {

    private static final FieldTree FIELDS = FieldTree.of(List.of("/id", "/type", "/customer/id", "/amount"));
    private static final ReadLimits LIMITS = new ReadLimits(64);

    private final byte[][] documents = Arrays.stream(BenchMessages.json())
            .map(Message::value)
            .map(Objects::requireNonNull)
            .toArray(byte[][]::new);
    private final DocumentReader inUse = new DocumentReader(FIELDS, LIMITS);
    private final JsonText text = new JsonText(LIMITS);
    private final JsonFactory factory = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();
    private int next;

    @Benchmark
    public FormatReader.Whole inUse() throws RefusedException {
        return inUse.pickAndDigest(document());
    }

    @Benchmark
    public FormatReader.Whole jackson() throws RefusedException {
        return text.read(document(), parser -> new JsonScan(parser, FIELDS).pickAndDigest());
    }

    /** It neither looks for repeated names nor checks the encoding, and can't be used for that reason. */
    @Benchmark
    public FormatReader.Whole jacksonWithoutChecks() throws RefusedException, IOException {
        try (JsonParser parser = factory.createParser(document())) {
            parser.nextToken();
            return new JsonScan(parser, FIELDS).pickAndDigest();
        }
    }

    private byte[] document() {
        return documents[next++ % BenchMessages.COUNT];
    }
}
