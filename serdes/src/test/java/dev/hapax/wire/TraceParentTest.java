package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Header;
import dev.hapax.domain.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which trace a message belongs to, by the W3C's rules. */
class TraceParentTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String VALID = "00-" + TRACE + "-00f067aa0ba902b7-01";

    @ParameterizedTest
    @ValueSource(
            strings = {
                VALID,
                "00-" + TRACE + "-00f067aa0ba902b7-00",
                "cc-" + TRACE + "-00f067aa0ba902b7-01",
                "cc-" + TRACE + "-00f067aa0ba902b7-01-what-the-future-brings"
            })
    void shouldNameTheTraceWhenTheHeaderIsValid(String value) {
        assertThat(TraceParent.traceId(message(value))).isEqualTo(TRACE);
        assertThat(TraceParent.mayPass(header(value))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-" + TRACE + "-0000000000000000-01",
                "00-" + TRACE + "-00f067aa0ba902b7-0",
                "00-" + TRACE + "-00f067aa0ba902b7-xx",
                "00-" + TRACE + "-00f067aa0ba902b7-01-more",
                "00-" + TRACE + "-00f067aa0ba902b7-01.",
                "cc-" + TRACE + "-00f067aa0ba902b7-01.",
                "ff-" + TRACE + "-00f067aa0ba902b7-01",
                "00_" + TRACE + "_00f067aa0ba902b7_01",
                " " + VALID
            })
    void shouldTakeTheHeaderForAbsentWhenItIsMalformed(String value) {
        assertThat(TraceParent.traceId(message(value))).isNull();
        assertThat(TraceParent.mayPass(header(value))).isFalse();
    }

    @Test
    void shouldTakeTheLastOfSeveralThatIsValid() {
        String other = "00-" + "a".repeat(32) + "-00f067aa0ba902b7-01";

        assertThat(TraceParent.traceId(message(other, VALID, "broken", null))).isEqualTo(TRACE);
        assertThat(TraceParent.traceId(message())).isNull();
    }

    @Test
    void shouldLetEveryOtherHeaderPass() {
        assertThat(TraceParent.mayPass(new Header("tracestate", null))).isTrue();
        assertThat(TraceParent.mayPass(new Header("Traceparent", new byte[] {1})))
                .isTrue();
        assertThat(TraceParent.mayPass(new Header("traceparent", null))).isFalse();
    }

    private static Header header(@Nullable String value) {
        return new Header("traceparent", value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    private static Message message(@Nullable String... values) {
        List<Header> headers =
                Arrays.stream(values).map(TraceParentTest::header).toList();
        return new Message(new Coordinates("t", 0, 0), 0, null, null, headers);
    }
}
