package dev.hapax.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

class BoundedBodyTest {

    private final HttpPeers.BoundedBody body = new HttpPeers.BoundedBody(4);
    private boolean cancelled;

    private final Flow.Subscription subscription = new Flow.Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {
            cancelled = true;
        }
    };

    @Test
    void shouldAcceptABodyOfTheMaximumSize() throws Exception {
        body.onSubscribe(subscription);
        body.onNext(List.of(ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3})));
        body.onNext(List.of(ByteBuffer.wrap(new byte[] {4})));
        body.onComplete();

        assertThat(result().get()).containsExactly(1, 2, 3, 4);
        assertThat(cancelled).isFalse();
    }

    @Test
    void shouldStopReadingALargeBody() {
        body.onSubscribe(subscription);
        body.onNext(List.of(ByteBuffer.wrap(new byte[3]), ByteBuffer.wrap(new byte[2])));
        body.onComplete();

        assertThat(cancelled).isTrue();
        assertThatThrownBy(() -> result().get())
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining("more than 4 bytes");
    }

    @Test
    void shouldReportWhyItEndedEarly() {
        body.onSubscribe(subscription);
        body.onNext(List.of(ByteBuffer.wrap(new byte[1])));
        body.onError(new IOException("reset"));

        assertThatThrownBy(() -> result().get()).hasRootCauseMessage("reset");
    }

    private CompletableFuture<byte[]> result() {
        return body.getBody().toCompletableFuture();
    }
}
