package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.operations.Range;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CursorsTest {

    private static final Settings SETTINGS =
            SettingsFile.parse("""
            kafka: { bootstrap.servers: 'localhost:1' }
            sources: [ { topic: in, identity: { field: /id } } ]
            """, "test.yaml", Path.of("."), name -> null).settings();

    @Test
    void shouldHoldTheNextPageAndTheResumePosition() {
        Position resume = Position.NOWHERE
                .with(Topic.ALERTS, 0, 7)
                .with(Topic.ALERTS, 1, 9)
                .with(Topic.CASES, 1, 3);
        History.Cursors cursors = cursors(Topic.ALERTS, null);

        History.Cursors.Cursor read = cursors.read(cursors.write(
                resume,
                Map.of(
                        new TopicPartition("alerts", 0),
                        new Range(2, 5),
                        new TopicPartition("alerts", 2),
                        new Range(0, 4))));

        assertThat(read.resume()).isEqualTo(resume);
        assertThat(read.before(0)).isEqualTo(5);
        assertThat(read.before(1)).as("nothing left").isZero();
        assertThat(read.before(2)).isEqualTo(4);
    }

    @Test
    void shouldBeValidOnlyForItsListing() {
        String cursor = cursors(Topic.DECISIONS, "pay-7").write(Position.NOWHERE.with(Topic.ALERTS, 0, 7), Map.of());

        assertThat(cursors(Topic.DECISIONS, "pay-7").read(cursor)).isNotNull();
        for (History.Cursors other : new History.Cursors[] {
            cursors(Topic.DECISIONS, "pay-8"), cursors(Topic.DECISIONS, null), cursors(Topic.ALERTS, "pay-7")
        }) {
            assertThatThrownBy(() -> other.read(cursor)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static History.Cursors cursors(Topic topic, @Nullable String identity) {
        return new History.Cursors(SETTINGS, topic, identity);
    }
}
