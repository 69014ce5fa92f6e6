package dev.hapax.intake;

import static dev.hapax.intake.GivenSource.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hapax.config.IdentitySettings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Value;
import dev.hapax.intake.json.JsonFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFormatTest {

    private static final GivenSource WHOLE = json(new IdentitySettings.ContentHash(List.of()));

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "/a/0/b, x",
                "/a/1, 2",
                "/m~0n, tilde",
                "/c~1d, slash",
                "/, empty name",
                "a b, space",
                "/ä, umlaut",
                "/a/0/c/00, leading zero",
            })
    void shouldFollowPointers(String pointer, String expected) {
        String document =
                "{\"a\":[{\"b\":\"x\",\"c\":{\"00\":\"leading zero\"}},2],\"m~n\":\"tilde\",\"c/d\":\"slash\","
                        + "\"\":\"empty name\",\"a b\":\"space\",\"ä\":\"umlaut\"}";

        Value value = json("/id").classifiedBy(pointer).shows(document).get(pointer);

        assertThat(value).isNotNull().extracting(Value::display).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/2", "/a/-1", "/a/00", "/a/-", "/a/b", "/x", "/a/1/z", "/a/99999999999999"})
    void shouldFindNothingWhereNothingIs(String pointer) {
        assertThat(json("/id").classifiedBy(pointer).shows("{\"a\":[1,2]}").get(pointer))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a~", "/a~2", "/~/b"})
    void shouldRefuseMalformedPointers(String pointer) {
        assertThatThrownBy(() -> new JsonFormat().reader(Set.of(pointer), new ReadLimits(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pointer);
    }

    @Test
    void shouldGiveAnObjectAndWhatIsInIt() {
        Content content = json("/id").classifiedBy("/a", "/a/b", "").shows("{\"a\":{\"b\":[true,null]}}");

        assertThat(content.get("/a"))
                .isInstanceOfSatisfying(
                        Value.Structure.class, a -> assertThat(a.list()).isFalse());
        assertThat(content.get("/a/b"))
                .isInstanceOfSatisfying(
                        Value.Structure.class, b -> assertThat(b.list()).isTrue());
        assertThat(content.get("")).isInstanceOf(Value.Structure.class);
    }

    @Test
    void shouldReadDocumentsThatAreNoObjects() {
        assertThat(WHOLE.arrives("\"a\"").identity())
                .isEqualTo(WHOLE.arrives(" \"a\" ").identity())
                .isEqualTo(WHOLE.arrives("\uFEFF\"a\"").identity())
                .isNotEqualTo(WHOLE.arrives("12").identity());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1.0",
                "1 | 1e0",
                "100 | 1E+2",
                "0 | -0.0",
                "0 | 0e99999999999",
                "0.001 | 1e-3",
                "-12.50 | -1250e-2",
                "123456789012345678901234567890 | 12345678901234567890123456789e1",
                "{\"a\":1,\"b\":2} | { \"b\" : 2 ,   \"a\":1}",
                "\"a\" | \"\\u0061\"",
                "[{\"x\":{\"b\":1,\"a\":[]}}] | [{\"x\":{\"a\":[],\"b\":1}}]",
            })
    void shouldHashAlikeWhatSaysTheSame(String one, String other) {
        assertThat(hash(one)).isEqualTo(hash(other));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | \"1\"",
                "null | \"null\"",
                "[] | {}",
                "[[]] | []",
                "[1,2] | [2,1]",
                "[12] | [1,2]",
                "{\"a\":1} | {\"a\":null}",
                "{\"a\":\"b\"} | {\"b\":\"a\"}",
                "{\"a\":{},\"b\":1} | {\"a\":{\"b\":1}}",
                "[\"a\",\"b\"] | [\"ab\"]",
                "1 | 10",
                "1 | -1",
                "1e5 | 1e-5",
                "\"\\ud800\" | \"\\ud801\"",
                "\"\\ud800\" | \"?\"",
                "9223372036854775807 | 9223372036854775808",
            })
    void shouldHashApartWhatDoesNot(String one, String other) {
        assertThat(hash(one)).isNotEqualTo(hash(other));
    }

    @Test
    void shouldHashAnObjectTheSameWhereverItStands() {
        GivenSource source = json("/id").withFingerprint("/a");

        assertThat(source.arrives("{\"id\":1,\"a\":{\"x\":1,\"y\":2}}").fingerprint())
                .isEqualTo(source.arrives("{\"a\":{\"y\":2,\"x\":1},\"id\":1}").fingerprint());
    }

    /** Random documents, written twice with their members shuffled and white space strewn in. */
    @Test
    void shouldHashAlikeWhateverTheOrderAndWhiteSpace() {
        for (long seed = 0; seed < 500; seed++) {
            String one = RandomJson.document(seed, new Random(1));
            String other = RandomJson.document(seed, new Random(2));

            assertThat(hash(one)).as("seed %d: %s and %s", seed, one, other).isEqualTo(hash(other));
            assertThat(hash(RandomJson.document(seed + 1, new Random(1))))
                    .as("seed %d", seed)
                    .isNotEqualTo(hash(one));
        }
    }

    @Test
    void shouldHashLargeObjectsAlikeToo() {
        List<String> members = new ArrayList<>(IntStream.range(0, 20_000)
                .mapToObj(i -> "\"key-" + i + "\":{\"value\":" + i + "}")
                .toList());
        String one = "{" + String.join(",", members) + "}";
        Collections.shuffle(members, new Random(7));
        String other = "{" + String.join(",", members) + "}";

        assertThat(hash(one)).isEqualTo(hash(other));
    }

    private static Fingerprint hash(String document) {
        return WHOLE.arrives(document).fingerprint();
    }
}
