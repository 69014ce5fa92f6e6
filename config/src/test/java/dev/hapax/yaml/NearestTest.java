package dev.hapax.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    private static final List<String> KNOWN = List.of("ttl", "bucket", "max-lateness", "<");

    @Test
    void shouldFindTheNearestWordIfItIsNear() {
        assertThat(Nearest.to("tll", KNOWN)).isEqualTo("ttl");
        assertThat(Nearest.to("buckte", KNOWN)).isEqualTo("bucket");
        assertThat(Nearest.to("BUCKET", KNOWN)).isEqualTo("bucket");
        assertThat(Nearest.to("max_latenes", KNOWN)).isEqualTo("max-lateness");
        assertThat(Nearest.to("threads", KNOWN)).isNull();
        assertThat(Nearest.to("~", KNOWN)).isNull();
        assertThat(Nearest.to("x".repeat(100_000), KNOWN)).isNull();
    }

    @Test
    void shouldNameTheChoiceWhenNothingIsNear() {
        assertThat(Nearest.hint("tll", KNOWN)).isEqualTo("did you mean 'ttl'?");
        assertThat(Nearest.hint("~", KNOWN)).isEqualTo("use one of: ttl, bucket, max-lateness, <");
    }
}
