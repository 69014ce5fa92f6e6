package dev.hapax.topology;

import static dev.hapax.topology.HapaxFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.domain.Coordinates;
import dev.hapax.guard.GuardAwayException;
import dev.hapax.guard.GuardQueries.Answer;
import dev.hapax.guard.GuardStats;
import dev.hapax.wire.ChangelogEntries;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asking the guard of a task from outside. */
class GuardQueriesTest {

    private static final Duration BEAT = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    private HapaxFixture hapax;

    @BeforeEach
    void start() {
        hapax = new HapaxFixture(folder, """
                sources:
                  - { topic: hooks, namespace: h, identity: { field: /id } }
                """);
    }

    @AfterEach
    void stop() {
        hapax.close();
    }

    @Test
    void shouldAnswerWhileNothingArrives() {
        Coordinates first = hapax.sends("hooks", "k", "{\"id\":\"1\"}");
        hapax.sends("hooks", "k", "{\"id\":\"2\"}", NOW.plusSeconds(1));

        CompletableFuture<Answer> asked = hapax.desk().find(0, "h:1");
        CompletableFuture<Answer> unknown = hapax.desk().find(0, "h:3");

        assertThat(asked).isNotDone();
        hapax.passes(BEAT);
        Answer answer = asked.join();
        assertThat(answer.whole()).isTrue();
        assertThat(answer.streamTime()).isEqualTo(NOW.plusSeconds(1).toEpochMilli());
        assertThat(answer.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.name()).isEqualTo("h:1");
            assertThat(Objects.requireNonNull(entry.kept()).first()).isEqualTo(first);
        });
        assertThat(unknown.join().entries()).isEmpty();
    }

    @Test
    void shouldAnswerSoonerOnceItHasBeenAsked() {
        var unused = hapax.desk().find(0, "h:1");
        hapax.passes(BEAT);

        CompletableFuture<Answer> next = hapax.desk().find(0, "h:1");
        hapax.passes(Duration.ofMillis(60));

        assertThat(next).isCompleted();
        // Nobody has asked for long: then not any more.
        for (int i = 0; i < 15; i++) {
            hapax.passes(BEAT);
        }
        CompletableFuture<Answer> last = hapax.desk().find(0, "h:1");
        hapax.passes(Duration.ofMillis(60));
        assertThat(last).isNotDone();
    }

    @Test
    void shouldAnswerBeforeACommitWhileMessagesArrive() {
        hapax.sends("hooks", "k", "{\"id\":\"1\"}");
        CompletableFuture<Answer> asked = hapax.desk().find(0, "h:1");

        hapax.sends("hooks", "k", "{\"id\":\"2\"}");

        assertThat(asked)
                .isCompletedWithValueMatching(answer -> answer.entries().size() == 1);
    }

    @Test
    void shouldListTheNewestThatAreWanted() {
        for (int i = 0; i < 10; i++) {
            hapax.sends("hooks", "k", "{\"id\":\"" + i + "\"}", NOW.plusSeconds(i));
        }

        CompletableFuture<Answer> asked =
                hapax.desk().newest(0, (entry, time) -> !entry.name().equals("h:8"), 3);
        hapax.passes(BEAT);

        assertThat(asked.join().entries())
                .extracting(ChangelogEntries.Entry::name)
                .containsExactly("h:9", "h:7", "h:6");
        assertThat(asked.join().whole()).isFalse();
    }

    @Test
    void shouldTellTheAskerAndGoOnWhenAQuestionFails() {
        hapax.sends("hooks", "k", "{\"id\":\"1\"}");

        CompletableFuture<Answer> asked = hapax.desk()
                .newest(
                        0,
                        (entry, time) -> {
                            throw new IllegalStateException("asked badly");
                        },
                        3);
        hapax.passes(BEAT);

        assertThatThrownBy(asked::join).hasRootCauseMessage("asked badly");
        hapax.sends("hooks", "k", "{\"id\":\"1\"}");
        assertThat(hapax.duplicates()).hasSize(1);
    }

    @Test
    void shouldReportHowItStandsOnceASecond() {
        assertThat(hapax.desk().facts()).singleElement().satisfies(facts -> {
            assertThat(facts.entries()).isZero();
            assertThat(facts.oldest()).isEqualTo(-1);
        });

        hapax.sends("hooks", "k", "{\"id\":\"1\"}");
        hapax.sends("hooks", "k", "{\"id\":\"2\"}");
        assertThat(hapax.desk().facts()).extracting(GuardStats::entries).containsExactly(0L);
        hapax.passes(BEAT);

        assertThat(hapax.desk().facts()).singleElement().satisfies(facts -> {
            assertThat(facts.task()).isEqualTo("0_0");
            assertThat(facts.entries()).isEqualTo(2);
            assertThat(facts.oldest()).isLessThanOrEqualTo(NOW.toEpochMilli());
        });
    }

    @Test
    void shouldRefuseWhenTheTaskIsGoneAndWhatWaitsThen() {
        CompletableFuture<Answer> waiting = hapax.desk().find(0, "h:1");

        hapax.close();

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(GuardAwayException.class);
        assertThat(hapax.desk().partitions()).isEmpty();
        assertThat(hapax.desk().facts()).isEmpty();
        assertThatThrownBy(() -> hapax.desk().find(0, "h:1").join()).hasCauseInstanceOf(GuardAwayException.class);
        start();
    }

    @Test
    void shouldRefuseWhenTooManyWait() {
        List<CompletableFuture<Answer>> asked = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            asked.add(hapax.desk().find(0, "h:" + i));
        }

        assertThat(asked)
                .filteredOn(CompletableFuture::isCompletedExceptionally)
                .hasSize(36);
        hapax.passes(BEAT);
        hapax.passes(BEAT);
        hapax.passes(BEAT);
        assertThat(asked).allMatch(CompletableFuture::isDone);
    }
}
