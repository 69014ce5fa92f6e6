package dev.hapax.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpArtifactTest {

    private static final String URL = "https://hooks.example.com/a?b=c";

    @Test
    void shouldWriteRequestInOneCanonicalForm() {
        HttpArtifact request = new HttpArtifact("POST", URL, Map.of("X-B", "2", "X-A", "1"), "{}".getBytes(UTF_8));

        String document = new String(request.toBytes(), UTF_8);

        assertThat(document)
                .isEqualTo("{\"method\":\"POST\",\"url\":\"https://hooks.example.com/a?b=c\","
                        + "\"headers\":{\"x-a\":\"1\",\"x-b\":\"2\"},\"body\":\"e30=\"}");
        assertThat(HttpArtifact.read(request.toBytes()).toBytes()).isEqualTo(request.toBytes());
        assertThat(HttpArtifact.read(request.toBytes()).body()).isEqualTo("{}".getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                                                                          | must be a JSON object
            {"method":"POST"                                                            | no JSON document
            {"method":"POST","url":"U","headers":{},"body":""} x                        | no JSON document
            {"method":"POST","method":"GET","url":"U","headers":{},"body":""}           | no JSON document
            {"method":"POST","url":"U","headers":{},"body":"","proxy":"x"}              | proxy: is unknown
            {"method":"POST","url":"U","body":""}                                       | headers: must be an object
            {"method":"POST","url":"U","headers":{},"body":1}                           | body: must be a string
            {"method":"POST","url":"U","headers":{},"body":"%"}                         | body: must be Base64
            {"method":"POST","headers":{},"body":""}                                    | url: must be a string
            {"method":"CONNECT","url":"U","headers":{},"body":""}                       | method: CONNECT must be one of
            {"method":"post","url":"U","headers":{},"body":""}                          | method: post must be one of
            {"method":"POST","url":"U","headers":{"a":1},"body":""}                     | a: must be a string
            {"method":"POST","url":"U","headers":{"a b":"1"},"body":""}                 | visible ASCII
            {"method":"POST","url":"U","headers":{"a":"1\\r\\nb: 2"},"body":""}         | visible ASCII
            {"method":"POST","url":"U","headers":{"a":"ü"},"body":""}                   | visible ASCII
            {"method":"POST","url":"U","headers":{"a":"1","A":"2"},"body":""}           | is there twice
            {"method":"POST","url":"U","headers":{"Host":"x"},"body":""}                | is set by the channel
            {"method":"POST","url":"U","headers":{"transfer-encoding":"x"},"body":""}   | is set by the channel
            {"method":"POST","url":"U","headers":{"Idempotency-Key":"x"},"body":""}     | is set by the channel
            {"method":"POST","url":"U","headers":{"Hapax-Signature":"x"},"body":""}     | is set by the channel
            {"method":"POST","url":"ftp://example.com/","headers":{},"body":""}         | must be https://
            {"method":"POST","url":"https:///a","headers":{},"body":""}                 | url:
            {"method":"POST","url":"https://2130706433/","headers":{},"body":""}        | must be https://
            {"method":"POST","url":"https://example.com:65536/","headers":{},"body":""} | must be https://
            {"method":"POST","url":"https://example.com:0/","headers":{},"body":""}     | must be https://
            {"method":"POST","url":"https://0x7f.1/","headers":{},"body":""}            | must be https://
            {"method":"POST","url":"https://bücher.example/","headers":{},"body":""}    | must be https://
            {"method":"POST","url":"https://example.com/#a","headers":{},"body":""}     | must be https://
            {"method":"POST","url":"https://example.com/a b","headers":{},"body":""}    | is no URL
            {"method":"POST","url":"https://a:b@example.com/ c","headers":{},"body":""} | //***@example.com/ c is no URL
            {"method":"POST","url":"https://a:b@example.com/","headers":{},"body":""}   | user or a password
            {"method":"POST","url":"https://a@example.com/","headers":{},"body":""}     | user or a password
            """)
    void shouldRefuseInvalidRequest(String document, String why) {
        byte[] bytes = document.replace("\"U\"", "\"" + URL + "\"").getBytes(UTF_8);

        assertThatThrownBy(() -> HttpArtifact.read(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
