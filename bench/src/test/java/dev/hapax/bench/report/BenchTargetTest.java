package dev.hapax.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BenchTargetTest {

    @Test
    void shouldCountTheLimitItselfAsMet() {
        assertThat(BenchTarget.atMost(2, "cpu", 2).met()).isTrue();
        assertThat(BenchTarget.atMost(2, "cpu", 2.01).met()).isFalse();
        assertThat(BenchTarget.atLeast(0.5, "throughput", 0.5).met()).isTrue();
        assertThat(BenchTarget.atLeast(0.5, "throughput", 0.49).met()).isFalse();
    }
}
