package dev.hapax.demo.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hapax.domain.Header;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** What the authors of JSON have in common. */
final class JsonAuthor {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Milliseconds always: {@link Instant#toString} drops them when they are zero. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private JsonAuthor() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(ObjectNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree can always be written", e);
        }
    }

    static String time(Instant at) {
        return TIME.format(at);
    }

    /** An amount of money between the two, in whole units of its hundredth. */
    static BigDecimal amount(Dice dice, int least, int most) {
        return BigDecimal.valueOf(dice.between(least * 100, most * 100), 2);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The headers, and for some messages where in a trace they belong. */
    static List<Header> traced(Dice dice, Header... headers) {
        List<Header> all = new ArrayList<>(List.of(headers));
        if (dice.chance(0.3)) {
            all.add(new Header("traceparent", utf8("00-" + dice.hex(32) + "-" + dice.hex(16) + "-01")));
        }
        return List.copyOf(all);
    }
}
