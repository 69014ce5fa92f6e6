package dev.hapax.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Decision;
import dev.hapax.wire.DecisionSerde;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other rules, applied while the topology runs: all that a thread decides within one transaction is of one version. */
class AppliedRulesTest {

    /** Looks at a field that the rules before did not ask for, so that the message must be read in another way. */
    private static final String OTHER_RULES = """
            version: 1
            default: { label: unknown, important: false, score: 0, reason: "No rule matched" }
            rules:
              - id: large
                label: large-amount
                when: { conditions: ["/amount > 100"] }
            """;

    private static final String SOURCES = """
            sources:
              - { topic: orders, name: orders, namespace: order, identity: { field: /id }, keyed-by-identity: true }
              - { topic: hooks, name: hooks, namespace: hook, identity: { field: /id } }
            """;

    private static final String LARGE = "{\"id\":%d,\"subject\":\"Payment failed\",\"amount\":500}";

    @TempDir
    private Path folder;

    @Test
    void shouldDecideByTheNewVersionFromTheNextTransactionOn() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES)) {
            order(hapax, 1);
            hapax.appliesRules(OTHER_RULES);
            order(hapax, 2);
            hapax.commits();
            order(hapax, 3);

            List<Decision> decisions = decisions(hapax);
            assertThat(decisions)
                    .extracting(decision -> decision.judgement().label())
                    .containsExactly("billing-failure", "billing-failure", "large-amount");
            assertThat(decisions.get(1).classifier()).isEqualTo(decisions.get(0).classifier());
            assertThat(decisions.get(2).classifier())
                    .startsWith("rules@")
                    .isNotEqualTo(decisions.get(0).classifier());
        }
    }

    /** Tasks of one thread share its transaction, so the second one must not take over what the first one did not have. */
    @Test
    void shouldDecideByOneVersionInAllTasksOfATransaction() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES)) {
            order(hapax, 1);
            hapax.appliesRules(OTHER_RULES);
            hook(hapax, 1);
            hapax.commits();
            hook(hapax, 2);
            order(hapax, 2);

            assertThat(decisions(hapax))
                    .extracting(decision -> decision.judgement().label())
                    .containsExactly("billing-failure", "billing-failure", "large-amount", "large-amount");
        }
    }

    @Test
    void shouldSkipAVersionThatWasReplacedBeforeTheTransactionEnded() {
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES)) {
            order(hapax, 1);
            hapax.appliesRules(OTHER_RULES);
            hapax.appliesRules(OTHER_RULES.replace("large-amount", "huge-amount"));
            hapax.commits();
            order(hapax, 2);

            assertThat(decisions(hapax))
                    .extracting(decision -> decision.judgement().label())
                    .containsExactly("billing-failure", "huge-amount");
        }
    }

    /** What was classified before it moved to the partition of its identity says who did it. */
    @Test
    void shouldKeepTheVersionThatClassifiedAMessageOnItsWayToTheGuard() {
        Published moved;
        Decision before;
        try (HapaxFixture hapax = new HapaxFixture(folder, SOURCES)) {
            hook(hapax, 1);
            moved = HapaxFixture.last(hapax.moved());
            before = decisions(hapax).get(0);
        }
        try (HapaxFixture hapax = new HapaxFixture(folder, "instance: { state-dir: other }\n" + SOURCES)) {
            hapax.appliesRules(OTHER_RULES);
            hapax.commits();
            hapax.movesAgain(moved);
            hook(hapax, 2);

            assertThat(decisions(hapax).get(0)).isEqualTo(before);
            assertThat(decisions(hapax).get(1).judgement().label()).isEqualTo("large-amount");
        }
    }

    private static void order(HapaxFixture hapax, int id) {
        hapax.sends("orders", "order:" + id, LARGE.formatted(id));
    }

    private static void hook(HapaxFixture hapax, int id) {
        hapax.sends("hooks", null, LARGE.formatted(id));
    }

    private static List<Decision> decisions(HapaxFixture hapax) {
        return hapax.decisions().stream()
                .map(record -> DecisionSerde.read(Objects.requireNonNull(record.value())))
                .toList();
    }
}
