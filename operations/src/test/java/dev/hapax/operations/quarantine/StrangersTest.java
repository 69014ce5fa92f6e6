package dev.hapax.operations.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Anyone may write to a topic; what Hapax did not write is skipped. */
class StrangersTest {

    @ParameterizedTest
    @CsvSource({
        HeaderNames.ATTEMPTS + ",many",
        HeaderNames.ATTEMPTS + ",0",
        HeaderNames.ATTEMPTS + ",99999999999",
        HeaderNames.GENERATION + ",-1",
        HeaderNames.GENERATION + ",1.5",
        HeaderNames.TIMESTAMP + ",yesterday",
        HeaderNames.ERROR_OFFSET + ",-3",
        HeaderNames.ORIGINAL_HEADERS + ",99",
        HeaderNames.ORIGINAL_HEADERS + ",-1",
        HeaderNames.REASON + ",",
    })
    void shouldSkipAQuarantinedRecordWithAHeaderThatIsNone(String name, @Nullable String value) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(HeaderNames.ORIGINAL_HEADERS, "0");
        headers.put(HeaderNames.REASON, "INVALID");
        headers.put(HeaderNames.ATTEMPTS, "1");
        headers.put(HeaderNames.GENERATION, "0");
        headers.put(HeaderNames.TIMESTAMP, "0");
        headers.put(HeaderNames.ERROR_TOPIC, "in");
        headers.put(HeaderNames.ERROR_PARTITION, "0");
        headers.put(HeaderNames.ERROR_OFFSET, "0");
        assertThat(Quarantined.read(record(headers))).isNotNull();

        headers.put(name, value == null ? "" : value);

        assertThat(Quarantined.read(record(headers))).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rubbish",
                "[]",
                "{\"schema\":\"other/1\"}",
                "{\"schema\":\"hapax.case/1\"}",
                "{\"schema\":\"hapax.case/1\",\"case\":\"in-0@1\",\"state\":\"lost\",\"attempt\":1}",
                "{\"schema\":\"hapax.case/1\",\"case\":\"in-0@1\",\"state\":\"open\",\"attempt\":\"x\"}",
                "{\"schema\":\"hapax.case/1\",\"case\":\"in-0@1\",\"state\":\"open\",\"attempt\":1,"
                        + "\"history\":[{\"at\":\"yesterday\",\"actor\":\"a\",\"action\":\"noted\"}]}",
                "{\"schema\":\"hapax.case/1\",\"case\":\"in-0@1\",\"state\":\"open\",\"attempt\":1,"
                        + "\"history\":[{\"at\":\"+1000000000-12-31T00:00:00Z\",\"actor\":\"a\",\"action\":\"noted\"},7]}"
            })
    void shouldRefuseACaseFileThatIsNone(String value) {
        assertThatThrownBy(() -> CaseFileFormat.read(value.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static ConsumerRecord<byte[], byte[]> record(Map<String, String> texts) {
        RecordHeaders headers = new RecordHeaders();
        texts.forEach((name, text) -> KafkaHeaders.add(headers, name, text));
        return new ConsumerRecord<>(
                "hapax.quarantine",
                0,
                0,
                0,
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                new byte[0],
                new byte[0],
                headers,
                Optional.empty());
    }
}
