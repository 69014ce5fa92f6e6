package dev.hapax.admin.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.Settings;
import dev.hapax.config.SettingsFile;
import dev.hapax.operations.Range;
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
    void shouldCarryWhereTheListingAndTheFeedGoOn() {
        Position resume = Position.of(new long[][] {{7, 9}, {1}, {0, 3}});
        Cursors cursors = cursors("decisions", null);

        Position read = cursors.read(cursors.write(
                resume,
                Map.of(
                        new TopicPartition("decisions", 0),
                        new Range(2, 5),
                        new TopicPartition("decisions", 2),
                        new Range(0, 4))));

        assertThat(cursors.resume(read)).isEqualTo(resume);
        assertThat(cursors.before(read, 0)).isEqualTo(5);
        assertThat(cursors.before(read, 1)).as("nothing is left of it").isZero();
        assertThat(cursors.before(read, 2)).isEqualTo(4);
    }

    @Test
    void shouldBeGoodForItsListingAlone() {
        String cursor = cursors("decisions", "pay-7").write(Position.of(new long[][] {{7}, {1}, {0}}), Map.of());

        assertThat(cursors("decisions", "pay-7").read(cursor)).isNotNull();
        for (Cursors other :
                new Cursors[] {cursors("decisions", "pay-8"), cursors("decisions", null), cursors("alerts", "pay-7")}) {
            assertThatThrownBy(() -> other.read(cursor)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Cursors cursors(String topic, @Nullable String identity) {
        return new Cursors(SETTINGS, Topics.of(SETTINGS.topicNames()), topic, identity);
    }
}
