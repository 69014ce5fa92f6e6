package dev.hapax.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GuardLayoutTest {

    private static final long HOUR = 3_600_000;
    private static final long T = 1_778_000_000_123L;

    private final FilterMemory memory = new FilterMemory(1 << 20);
    private final WindowStore<Bytes, byte[]> store = Stores.windowStoreBuilder(
                    Stores.inMemoryWindowStore("guard", Duration.ofDays(9), Duration.ofHours(3), false),
                    Serdes.Bytes(),
                    Serdes.ByteArray())
            .withLoggingDisabled()
            .build();

    @BeforeEach
    void open() {
        store.init(new MockProcessorContext<Void, Void>().getStateStoreContext(), store);
        new BucketedStore(store, new Windows(24 * HOUR, HOUR, 3 * HOUR), memory).tick(T);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldKnowItsClockAgainWhenOnlyTheTtlHasChanged() {
        BucketedStore again = new BucketedStore(store, new Windows(48 * HOUR, HOUR, 3 * HOUR), memory);

        assertThat(again.clock()).isEqualTo(T);
    }

    @Test
    void shouldRefuseToOpenWhatWasWrittenWithOtherBuckets() {
        assertThatThrownBy(() -> new BucketedStore(store, new Windows(48 * HOUR, HOUR, 6 * HOUR), memory))
                .isInstanceOf(GuardLayoutException.class)
                .hasMessageContainingAll("guard.bucket", "PT3H", "PT6H");
    }
}
