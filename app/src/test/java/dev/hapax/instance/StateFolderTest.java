package dev.hapax.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {

    @TempDir
    private Path folder;

    private final AtomicInteger removed = new AtomicInteger();

    @Test
    void shouldKeepTheStateWhileRetentionStaysTheSame() {
        fit("hapax", 1000);
        removed.set(0);

        fit("hapax", 1000);

        assertThat(removed).hasValue(0);
    }

    @Test
    void shouldRemoveTheStateWhenRetentionChanges() {
        fit("hapax", 1000);
        removed.set(0);

        fit("hapax", 2000);
        fit("hapax", 2000);

        assertThat(removed).hasValue(1);
    }

    @Test
    void shouldRemoveStateOfWhichNothingIsNoted() {
        fit("hapax", 1000);
        fit("other", 1000);

        assertThat(removed).hasValue(2);
    }

    private void fit(String applicationId, long retention) {
        new StateFolder(folder.resolve("state"), applicationId).fit(retention, removed::incrementAndGet);
    }
}
