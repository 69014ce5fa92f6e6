package dev.hapax.admin.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.admin.status.RestoreProgress.Restored;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {

    private static final TopicPartition ZERO = new TopicPartition("guard-changelog", 0);
    private static final TopicPartition ONE = new TopicPartition("guard-changelog", 1);

    private final RestoreProgress restoring = new RestoreProgress();

    @Test
    void shouldAddUpRestoredRecords() {
        restoring.onRestoreStart(ONE, "guard", 100, 1_100);
        restoring.onRestoreStart(ZERO, "guard", 0, 50);
        restoring.onBatchRestored(ONE, "guard", 300, 200);
        restoring.onBatchRestored(ONE, "guard", 400, 100);

        assertThat(restoring.stores())
                .containsExactly(new Restored("guard", 0, 0, 50), new Restored("guard", 1, 300, 1_000));
    }

    @Test
    void shouldForgetFinishedAndRevokedPartitions() {
        restoring.onRestoreStart(ZERO, "guard", 0, 50);
        restoring.onRestoreStart(ONE, "guard", 0, 50);

        restoring.onRestoreEnd(ZERO, "guard", 50);
        restoring.onRestoreSuspended(ONE, "guard", 7);

        assertThat(restoring.stores()).isEmpty();
    }

    @Test
    void shouldIgnoreBatchesOfRevokedPartitions() {
        restoring.onBatchRestored(ZERO, "guard", 10, 10);

        assertThat(restoring.stores()).isEmpty();
    }
}
