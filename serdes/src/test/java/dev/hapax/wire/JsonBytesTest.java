package dev.hapax.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written by hand must be what Jackson writes. */
class JsonBytesTest {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    private static final byte[] A = JsonBytes.name("a");
    private static final byte[] B = JsonBytes.name("b");

    private interface Fields {
        void writeTo(JsonGenerator json) throws IOException;
    }

    @Test
    void shouldWriteTextsAsJacksonDoes() {
        for (long seed = 0; seed < 5_000; seed++) {
            String text = text(new Random(seed));

            assertThat(string(JsonBytes.object().text(A, text).text(B, text).done()))
                    .as("seed %d", seed)
                    .isEqualTo(jackson(json -> {
                        json.writeStringField("a", text);
                        json.writeStringField("b", text);
                    }));
        }
    }

    @Test
    void shouldWriteLongTextsAsJacksonDoes() {
        String text = "größer \"und\" länger – ".repeat(1_000);

        assertThat(string(JsonBytes.object().text(A, text).done()))
                .isEqualTo(jackson(json -> json.writeStringField("a", text)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 4711, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void shouldWriteNumbersAsJacksonDoes(long number) {
        assertThat(string(JsonBytes.object().number(A, number).done()))
                .isEqualTo(jackson(json -> json.writeNumberField("a", number)));
    }

    @Test
    void shouldWriteTimesAsInstantsAreWritten() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long millis = random.nextLong() >> random.nextInt(64);
            long rounded = random.nextBoolean() ? millis : millis / 1000 * 1000;

            assertThat(string(JsonBytes.object().time(A, rounded).done()))
                    .isEqualTo("{\"a\":\"" + Instant.ofEpochMilli(rounded) + "\"}");
        }
    }

    @Test
    void shouldWriteObjectsWithinObjects() {
        Fingerprint fingerprint = new Fingerprint(0x0123456789abcdefL, -1);

        byte[] json = JsonBytes.object()
                .open(A)
                .at(B, new Coordinates("t", 1, 2))
                .close()
                .fingerprint(B, fingerprint)
                .flag(A, true)
                .flag(B, false)
                .done();

        assertThat(string(json))
                .isEqualTo("{\"a\":{\"b\":{\"topic\":\"t\",\"partition\":1,\"offset\":2}},\"b\":\"" + fingerprint
                        + "\",\"a\":true,\"b\":false}");
    }

    /** Mostly plain, with now and then a character of any kind, halves of surrogate pairs included. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(300); i > 0; i--) {
            switch (random.nextInt(40)) {
                case 0 -> text.append((char) random.nextInt(0x10000));
                case 1 -> text.append((char) random.nextInt(0x100));
                case 2 -> text.append("\"\\\n\t/\u007F\u2028\uD83D".charAt(random.nextInt(8)));
                case 3 -> text.append("\uD83D\uDE00");
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return random.nextBoolean() ? text.toString() : text.toString().replaceAll("[\uD800-\uDFFF\"]", "");
    }

    private static String jackson(Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            fields.writeTo(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return string(out.toByteArray());
    }

    /** One character a byte, so that equal strings are equal bytes. */
    private static String string(byte[] json) {
        return new String(json, StandardCharsets.ISO_8859_1);
    }
}
