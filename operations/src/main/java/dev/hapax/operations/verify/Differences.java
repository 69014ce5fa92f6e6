package dev.hapax.operations.verify;

import dev.hapax.domain.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** In what two decisions differ, in words. */
final class Differences {

    private final List<String> found = new ArrayList<>();

    private Differences() {}

    static List<String> between(Decision written, Decision expected) {
        Differences differences = new Differences();
        differences.of("identity", written.identity(), expected.identity());
        differences.of("generation", written.generation(), expected.generation());
        differences.of("source", written.source(), expected.source());
        differences.of(
                "label", written.judgement().label(), expected.judgement().label());
        differences.of(
                "important",
                written.judgement().important(),
                expected.judgement().important());
        differences.of(
                "score", written.judgement().score(), expected.judgement().score());
        differences.of(
                "reason", written.judgement().reason(), expected.judgement().reason());
        differences.of("rule", written.judgement().rule(), expected.judgement().rule());
        differences.of("classifier", written.classifier(), expected.classifier());
        differences.of("eventTime", written.eventTime(), expected.eventTime());
        differences.of("fingerprint", written.fingerprint(), expected.fingerprint());
        differences.of("at", written.at(), expected.at());
        return differences.found;
    }

    private void of(String field, Object written, Object expected) {
        if (!Objects.equals(written, expected)) {
            found.add(field + " " + written + " instead of " + expected);
        }
    }
}
