package dev.hapax.operations.campaign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hapax.campaign.Recipient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecipientReaderTest {

    private final List<Recipient> recipients = new ArrayList<>();
    private final List<Long> lines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private void read(String text) throws IOException {
        read(text.getBytes(UTF_8));
    }

    private void read(byte[] bytes) throws IOException {
        try (RecipientReader reader = new RecipientReader(new ByteArrayInputStream(bytes), "r.csv")) {
            for (RecipientLine line = reader.next(); line != null; line = reader.next()) {
                if (line instanceof RecipientLine.Good good) {
                    recipients.add(good.recipient());
                    lines.add(good.line());
                } else if (line instanceof RecipientLine.Bad bad) {
                    problems.add(bad.problem().toString());
                }
            }
        }
    }

    private static Recipient recipient(String id, String address, String... values) {
        Map<String, String> map = new TreeMap<>();
        for (int i = 0; i < values.length; i += 2) {
            map.put(values[i], values[i + 1]);
        }
        return new Recipient(id, address, map);
    }

    @Test
    void shouldReadCsvWithByteOrderMarkQuotesAndCrlf() throws Exception {
        read(
                "\ufeffid,\"address\",name\r\n7,ann@example.com,\"Ann \"\"A\"\", Lee\"\r\n\r\n8, bob@example.com ,\"two\r\nlines\"\r\n9,eve@example.com,\r\n");

        assertThat(problems).isEmpty();
        assertThat(recipients)
                .containsExactly(
                        recipient("7", "ann@example.com", "name", "Ann \"A\", Lee"),
                        recipient("8", "bob@example.com", "name", "two\r\nlines"),
                        recipient("9", "eve@example.com", "name", ""));
        assertThat(lines).containsExactly(2L, 4L, 6L);
    }

    @Test
    void shouldReadTheLastRowWithoutLineBreak() throws Exception {
        read("email\na@example.com\nb@example.com");

        assertThat(recipients).hasSize(2);
    }

    @Test
    void shouldUseTheNormalisedAddressWithoutAnId() throws Exception {
        read("Email,name\nAnn@BÜCHER.example,Ann\n");

        assertThat(recipients)
                .containsExactly(recipient("ann@xn--bcher-kva.example", "Ann@BÜCHER.example", "name", "Ann"));
    }

    @Test
    void shouldReadJsonLines() throws Exception {
        read("\ufeff{\"id\": 7, \"address\": \"ann@example.com\", \"vip\": true, \"paid\": false, \"note\": null}\r\n\n"
                + "{\"email\":\"bob@example.com\",\"amount\":12.50}");

        assertThat(problems).isEmpty();
        assertThat(recipients)
                .containsExactly(
                        recipient("7", "ann@example.com", "vip", "true", "paid", "", "note", ""),
                        recipient("bob@example.com", "bob@example.com", "amount", "12.50"));
        assertThat(lines).containsExactly(1L, 3L);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                    | 1:1: the file is empty; begin with a line of names such as id,address,name
            'id,name\n'                           | 1:1: there is no 'address' (or 'email') among id, name; give it one of these names
            'id;email\n'                          | 1:1: there is no 'address' (or 'email') among id;email; give it one of these names, and save the file with commas between the fields
            'address,a,a\n'                       | 1:11: 'a' is already the name of value 2; rename or remove one
            'address,,a\n'                        | 1:9: value 2 has no name; name it or remove it
            'address,email\n'                     | 1:9: 'email' and 'address' both mean the address; remove one
            'id,address,Subscriber\n'             | 1:12: 'Subscriber' and 'id' both mean the id; remove one
            'address,unsubscribe\n'               | 1:9: 'unsubscribe' is the name of the link with which a recipient opts out; rename it
            'address,name\na@b.c,"open\nx,y\n'    | 2:7: the quote that begins here is not closed; close it, and write a quote within a field as two
            'address,name\na@b.c,"x"y\n'          | 2:10: text follows a closing quote; write a quote within a field as two
            'address\n"a@b.c\n\nb@c.d"\n'         | 2:1: the address 'a@b.c??b@c.d' has a line break or another control character; remove it
            'address\n"a@b.c\n"\n'                | 2:1: the address 'a@b.c?' has a line break or another control character; remove it
            'id,address\n7,ann@\n'                | 2:3: 'ann@' is no address of one recipient; write it as ann@example.com
            'id,address\n7,Ann <a@b.c>\n'         | 2:3: 'Ann <a@b.c>' is no address of one recipient
            'id,address\n7,\n'                    | 2:3: the address is empty; give one, or remove the recipient
            'id,address\n,a@b.c\n'                | 2:1: the id '' must have 1 to 320 characters
            'id,address\n"7\n8",a@b.c\n'          | 2:1: the id '7?8' must have 1 to 320 characters and no control characters
            'id,address\n7\n'                     | 2:1: the row has 1 fields, and the header has 2; add the missing ones, if only as commas
            'id,address\n7,a@b.c,x\n'             | 2:9: here begins a field more than the header has (2); put a field that has commas between quotes
            """)
    void shouldReportWhatIsWrongWithCsv(String text, String problem) throws Exception {
        read(text);

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("r.csv:" + problem);
        assertThat(recipients).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [{"address":"a@b.c"}]                  | 1:1: the file begins with [; write one JSON object a line, without a list around them
            {"address":"a@b.c"} {}                 | 1:21: something follows the object; write one object a line
            {"address":"a@b.c","x":[1]}            | 1:24: 'x' must be one value, not a list or an object
            {"address":"a@b.c","x":1,"x":2}        | 1:
            {"address":7}                          | 1:12: '7' is no address of one recipient; write it as ann@example.com
            {"id":"\\ud800","address":"a@b.c"}     | 1:7: the id
            {"address":"a@b.c\\r\\nBcc: x@y.z"}    | 1:12: the address 'a@b.c??Bcc: x@y.z' has a line break or another control character; remove it
            {"name":"x"}                           | 1:2: there is no 'address' (or 'email') among name; give it one of these names
            {}                                     | 1:1: the object is empty; give it an address
            {"address"                             | 1:
            """)
    void shouldReportWhatIsWrongWithJsonLinesAndGoOn(String line, String problem) throws Exception {
        read(line + "\n{\"address\":\"good@example.com\"}\n");

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("r.csv:" + problem);
        assertThat(recipients).hasSize(line.startsWith("[") ? 0 : 1);
    }

    @Test
    void shouldReadOnAfterARecipientThatIsWrong() throws Exception {
        read("id,address\n1,no\n2,b@example.com\n3\n4,d@example.com\n");

        assertThat(problems).hasSize(2);
        assertThat(recipients).extracting(Recipient::subscriber).containsExactly("2", "4");
    }

    @Test
    void shouldReportTheByteThatIsNotUtf8() throws Exception {
        read("id,address,name\n1,a@example.com,Zoë\n2,b@example.com,Zoë\n".getBytes(ISO_8859_1));

        assertThat(problems)
                .containsExactly(
                        "r.csv:2:19: the byte 0xEB is not UTF-8; save the file as UTF-8 (it may be Windows-1252 or UTF-16)");
    }

    @Test
    void shouldReportUtf16AndATruncatedCharacter() throws Exception {
        read("\ufeffid,address\n".getBytes(UTF_16LE));
        byte[] whole = "address\na@example.com\nb@example.com,ë".getBytes(UTF_8);
        read(Arrays.copyOf(whole, whole.length - 1));

        assertThat(problems).hasSize(2);
        assertThat(problems.get(0)).startsWith("r.csv:1:1: the byte 0xFF");
        assertThat(problems.get(1)).startsWith("r.csv:3:15: the byte 0xC3");
    }

    @Test
    void shouldFindTheMalformedByteBehindManyCharacters() throws Exception {
        StringBuilder text = new StringBuilder("address,name\n");
        for (int i = 0; i < 5_000; i++) {
            text.append("a").append(i).append("@example.com,Zoë\n");
        }
        byte[] before = text.toString().getBytes(UTF_8);
        byte[] all = Arrays.copyOf(before, before.length + 3);
        all[before.length] = 'x';
        all[before.length + 1] = (byte) 0xff;

        read(all);

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("r.csv:5002:2: the byte 0xFF is not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 10_000})
    void shouldRefuseTooManyColumns(int columns) throws Exception {
        read("address," + IntStream.range(1, columns).mapToObj(i -> "c" + i).collect(Collectors.joining(",")) + "\n");

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0))
                .contains("there are more than 200 values for each recipient; remove those that no template asks for");
    }

    @Test
    void shouldAcceptManyColumns() throws Exception {
        String names = IntStream.range(1, 200).mapToObj(i -> "c" + i).collect(Collectors.joining(","));

        read("address," + names + "\na@example.com" + ",x".repeat(199) + "\n");

        assertThat(problems).isEmpty();
        assertThat(recipients.get(0).values()).hasSize(199);
    }

    @Test
    void shouldRefuseAFieldThatIsTooLong() throws Exception {
        read("address,name\na@example.com," + "x".repeat(20_000) + "\n");

        assertThat(problems)
                .containsExactly(
                        "r.csv:2:15: the field that begins here has more than 16384 characters; shorten it, and"
                                + " check that each quote is closed");
    }

    @Test
    void shouldRefuseARecipientThatIsTooLong() throws Exception {
        String field = "x".repeat(15_000);

        read("address,a,b,c\na@example.com," + field + "," + field + "," + field + "\nb@example.com,,,\n");

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).startsWith("r.csv:2:30017: the values of this recipient have more than 32768");
        assertThat(recipients).hasSize(1);
    }

    @Test
    void shouldRefuseALineOfJsonThatIsTooLong() throws Exception {
        read("{\"address\":\"" + "x".repeat(70_000) + "\"}\n{\"address\":\"b@example.com\"}\n");

        assertThat(problems).containsExactly("r.csv:1:65537: the line has more than 65536 characters; shorten it");
        assertThat(recipients).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rows", "one row of fields", "one quoted field", "one line of json"})
    void shouldHoldLittleWhateverTheFileIs(String kind) throws Exception {
        long bytes = 48L << 20;
        InputStream endless = switch (kind) {
            case "rows" ->
                generated("id,address,name\n", row -> row + ",a" + row + "@example.com,\"Ann, Lee\"\n", bytes);
            case "one row of fields" -> generated("id,address\n7,a@example.com", row -> ",abcdefgh", bytes);
            case "one quoted field" -> generated("id,address\n7,\"", row -> "abcdefgh\n", bytes);
            default -> generated("{\"address\":\"", row -> "abcdefgh", bytes);
        };

        long before = usedAfterCollection();
        long read = 0;
        long used;
        try (RecipientReader reader = new RecipientReader(endless, "big")) {
            RecipientLine last = reader.next();
            while (last != null) {
                read++;
                last = reader.next();
            }
            used = usedAfterCollection() - before;
        }

        assertThat(read).isEqualTo(kind.equals("rows") ? rows(bytes) : 1);
        assertThat(used).isLessThan(8L << 20);
    }

    /** How many rows fit. */
    private static long rows(long bytes) {
        long row = 0;
        for (long at = "id,address,name\n".length(); at < bytes; row++) {
            at += 2L * Long.toString(row).length() + ",a@example.com,\"Ann, Lee\"\n".length();
        }
        return row;
    }

    private static long usedAfterCollection() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static InputStream generated(String first, LongFunction<String> part, long bytes) {
        return new InputStream() {
            private byte[] chunk = first.getBytes(UTF_8);
            private int at;
            private long before;
            private long parts;

            @Override
            public int read() {
                throw new UnsupportedOperationException("nobody reads byte by byte");
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                if (at == chunk.length) {
                    before += chunk.length;
                    if (before >= bytes) {
                        return -1;
                    }
                    chunk = part.apply(parts++).getBytes(UTF_8);
                    at = 0;
                }
                int count = Math.min(length, chunk.length - at);
                System.arraycopy(chunk, at, target, offset, count);
                at += count;
                return count;
            }
        };
    }

    /** What one writes, the other reads: any text in any field, in both formats. */
    @Test
    void shouldReadWhatWasWritten() throws Exception {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            List<Recipient> written = IntStream.range(0, 1 + random.nextInt(20))
                    .mapToObj(i -> recipient(
                            "id" + i,
                            "a" + i + "@example.com",
                            "n",
                            text(random),
                            "m, \"x\"",
                            text(random),
                            "ö",
                            text(random)))
                    .toList();

            recipients.clear();
            read(random.nextBoolean() ? csv(written, random) : json(written));

            assertThat(problems).as("seed %s", seed).isEmpty();
            assertThat(recipients).as("seed %s", seed).isEqualTo(written);
        }
    }

    private static String text(Random random) {
        String some = "ab ,;\"'\n\r\t{}<>\\äß€😀";
        return random.ints(random.nextInt(12), 0, some.codePointCount(0, some.length()))
                .mapToObj(i -> Character.toString(some.codePointAt(some.offsetByCodePoints(0, i))))
                .collect(Collectors.joining());
    }

    private static String csv(List<Recipient> written, Random random) {
        String end = random.nextBoolean() ? "\r\n" : "\n";
        List<String> names = List.copyOf(written.get(0).values().keySet());
        StringBuilder csv = new StringBuilder(random.nextBoolean() ? "\ufeff" : "");
        csv.append("id,address");
        names.forEach(name -> csv.append(',').append(quoted(name)));
        for (Recipient one : written) {
            csv.append(end).append(one.subscriber()).append(',').append(one.address());
            names.forEach(name -> csv.append(',').append(quoted(one.values().getOrDefault(name, ""))));
        }
        return csv.append(random.nextBoolean() ? end : "").toString();
    }

    private static String quoted(String field) {
        return "\"" + field.replace("\"", "\"\"") + "\"";
    }

    private static String json(List<Recipient> written) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Recipient one : written) {
            Map<String, String> fields = new TreeMap<>(one.values());
            fields.put("id", one.subscriber());
            fields.put("address", one.address());
            lines.append(new ObjectMapper().writeValueAsString(fields)).append('\n');
        }
        return lines.toString();
    }
}
