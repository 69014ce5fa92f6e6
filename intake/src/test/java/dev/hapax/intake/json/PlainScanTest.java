package dev.hapax.intake.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.domain.Content;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.RandomJson;
import dev.hapax.intake.ReadLimits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way must say what the long way says, or nothing. */
class PlainScanTest {

    private static final int ROUNDS = 6_000;
    private static final List<String> FIELDS = List.of(
            "", "/a", "/a/1", "b", "/b/c", "marker", "/customer", "/customer/id", "/ä", "0", "/1x", "n", "/n/0");
    private static final String SIGNS = "{}[]\":,\\ \n-.0e19ntf";
    private static final ReadLimits LIMITS = new ReadLimits(6);
    private static final List<String> SAMPLES = List.of(
            "{\"a\":[1,\"two\",{\"b\":null}],\"b\":{\"c\":-0.50,\"d\":false},\"customer\":{\"id\":\"c-7\"},\"n\":[100]}",
            "{\"ä\":\"größer\",\"b\":true,\"n\":0,\"a\":-0,\"x\":\"€\",\"y\":\"a longer text, of some words\"}",
            " [ {} , [ ] , 12345678901234567 , 0.0001 , \"\" , { \"a\" : \"b\" } ]\n",
            "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}},\"b\":\"\uD83D\uDE00\",\"n\":1e3,\"marker\":\"\\n\"}");

    private final PlainScan plain = new PlainScan(FieldTree.of(FIELDS), LIMITS);
    private final JsonText text = new JsonText(LIMITS);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeOnDamagedDocuments(long seed) {
        Random random = new Random(seed);
        int read = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] document = SAMPLES.get(random.nextInt(SAMPLES.size())).getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(4); i > 0; i--) {
                document = damaged(document, random);
            }
            read += agrees(document) ? 1 : 0;
        }
        assertThat(read).as("read the short way, seed %d", seed).isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    @Test
    void shouldAgreeOnRandomDocuments() {
        int read = 0;
        for (long seed = 0; seed < ROUNDS; seed++) {
            String document = RandomJson.document(seed, new Random(seed));
            read += agrees(document.getBytes(StandardCharsets.UTF_8)) ? 1 : 0;
        }
        assertThat(read).as("read the short way").isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"a\":\"b\"}",
                "{\"\":0}",
                "[123456789012345678,-1.50,true,false,null]",
                "{\"a\":{\"id\":1},\"b\":{\"id\":1}}",
                "{\"ä\":\"€ \u007F\"}",
                "[[[[[[1]]]]]]",
            })
    void shouldReadWhatIsPlain(String document) {
        assertThat(agrees(document.getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1",
                "{\"a\":1}x",
                "{\"a\":1,}",
                "[1,]",
                "[,1]",
                "{\"a\" 1}",
                "{a:1}",
                "[01]",
                "[-]",
                "[1.]",
                "[.5]",
                "[+1]",
                "[1e5]",
                "[1234567890123456789]",
                "[tru]",
                "[truex]",
                "[\"a\\n\"]",
                "[\"a\tb\"]",
                "[\"\uD83D\uDE00\"]",
                "[\"a",
                "[1",
                "{\"a\":1,\"b\":2,\"a\":3}",
                "{\"x\":{\"a\":1,\"a\":1}}",
                "[[[[[[[1]]]]]]]",
                "[1]]",
                "\uFEFF[1]",
            })
    void shouldLeaveTheRestToTheLongWay(String document) {
        assertThat(agrees(document.getBytes(StandardCharsets.UTF_8))).isFalse();
    }

    @Test
    void shouldNoticeANameRepeatedAmongMany() {
        StringBuilder names = new StringBuilder("{\"n0\":0");
        for (int i = 1; i < 100; i++) {
            names.append(",\"n").append(i).append("\":").append(i);
        }

        assertThat(agrees((names + "}").getBytes(StandardCharsets.UTF_8))).isTrue();
        assertThat(agrees((names + ",\"n77\":1}").getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void shouldForgetTheDocumentBefore() {
        byte[] halfRead = "{\"a\":{\"b\":[1,2,{\"c\":1e9}]}}".getBytes(StandardCharsets.UTF_8);
        byte[] document = SAMPLES.get(0).getBytes(StandardCharsets.UTF_8);
        FormatReader.Whole before = plain.pickAndDigest(document);

        assertThat(agrees(halfRead)).isFalse();
        FormatReader.Whole after = plain.pickAndDigest(document);

        assertThat(before).isNotNull();
        assertThat(after).isNotNull();
        assertThat(said(after)).isEqualTo(said(before));
    }

    /** Whether the document was read the short way; fails where the two ways disagree. */
    private boolean agrees(byte[] document) {
        String shown = new String(document, StandardCharsets.UTF_8);
        Map<String, Object> whole = said(plain.pickAndDigest(document));
        Map<String, Object> picked = said(plain.pick(document));
        if (whole != null) {
            assertThat(whole).as(shown).isEqualTo(said(theLongWay(document)));
        }
        if (picked != null) {
            assertThat(picked).as(shown).isEqualTo(said(pickedTheLongWay(document)));
        }
        assertThat(picked == null).as(shown).isEqualTo(whole == null);
        return whole != null;
    }

    private FormatReader.@Nullable Whole theLongWay(byte[] document) {
        try {
            return text.read(document, parser -> new JsonScan(parser, FieldTree.of(FIELDS)).pickAndDigest());
        } catch (RefusedException e) {
            return null;
        }
    }

    private @Nullable Content pickedTheLongWay(byte[] document) {
        try {
            return text.read(document, parser -> new JsonScan(parser, FieldTree.of(FIELDS)).pick());
        } catch (RefusedException e) {
            return null;
        }
    }

    private static @Nullable Map<String, Object> said(FormatReader.@Nullable Whole whole) {
        if (whole == null) {
            return null;
        }
        Map<String, Object> said = said(whole.content());
        if (said != null) {
            said.put("digest", whole.digest());
        }
        return said;
    }

    private static @Nullable Map<String, Object> said(@Nullable Content content) {
        if (content == null) {
            return null;
        }
        Map<String, Object> said = new LinkedHashMap<>();
        for (String field : FIELDS) {
            said.put("field " + field, String.valueOf(content.get(field)));
        }
        return said;
    }

    private static byte[] damaged(byte[] document, Random random) {
        int at = random.nextInt(document.length + 1);
        int to = Math.min(document.length, at + random.nextInt(6));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(document, 0, at);
        switch (random.nextInt(4)) {
            case 0 -> out.write(SIGNS.charAt(random.nextInt(SIGNS.length())));
            case 1 -> out.write(random.nextInt(256));
            case 2 -> out.write(document, at, to - at);
            default -> {}
        }
        int from = random.nextBoolean() ? at : to;
        out.write(document, from, document.length - from);
        return out.toByteArray();
    }
}
