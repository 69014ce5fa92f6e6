package dev.hapax.app.sample;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hapax.config.FieldSettings;
import java.util.List;
import java.util.Map;

/**
 * Sample messages, one after the other: of each hundred 90 are new, 9 come again and one cannot be read.
 *
 * @param run begins every identity, so that another run's messages are others
 * @param identity where the messages' identity is read from
 * @param fields what else the source wants to find, and where
 */
record SampleMessages(String run, JsonPointer identity, Map<String, FieldSettings> fields) {

    private static final int AGAIN_EVERY = 10;
    private static final int UNREADABLE_EVERY = 100;

    /** In turn. The first two are important by the rules built in. */
    private static final List<String> SUBJECTS = List.of(
            "Payment failed for invoice %d",
            "Disk full on db-%d",
            "Your order %d has shipped",
            "Weekly report %d",
            "Backup %d finished",
            "Deployment %d finished",
            "Your receipt %d");

    /** The n-th message, counted from 1. */
    Message sample(long n) {
        if (n % UNREADABLE_EVERY == 0) {
            return new Message(Kind.UNREADABLE, id(n), "{\"broken\": ");
        }
        // The one before, which is always a new one.
        return n % AGAIN_EVERY == 0 ? message(Kind.AGAIN, n - 1) : message(Kind.NEW, n);
    }

    private Message message(Kind kind, long n) {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.put("type", "sample");
        value.put("subject", subject(n));
        fields.forEach((name, field) -> {
            if (field.at().startsWith("/")) {
                put(value, JsonPointer.compile(field.at()), content(name, field.type(), n));
            }
        });
        put(value, identity, TextNode.valueOf(id(n)));
        return new Message(kind, id(n), value.toString());
    }

    private static JsonNode content(String name, FieldSettings.Type type, long n) {
        return switch (type) {
            case NUMBER -> LongNode.valueOf(n);
            case FLAG -> BooleanNode.TRUE;
            case TEXT, ANY -> TextNode.valueOf(name.equals("subject") ? subject(n) : "sample");
        };
    }

    private static String subject(long n) {
        return SUBJECTS.get((int) (n % SUBJECTS.size())).formatted(n);
    }

    private static void put(ObjectNode value, JsonPointer at, JsonNode content) {
        ObjectNode parent = value;
        JsonPointer place = at;
        while (!place.tail().matches()) {
            parent = parent.withObjectProperty(place.getMatchingProperty());
            place = place.tail();
        }
        parent.set(place.getMatchingProperty(), content);
    }

    private String id(long n) {
        return run + "-" + n;
    }

    /** What a sample message is to show. */
    enum Kind {
        /** An identity that was not sent before. */
        NEW,
        /** One that was, with the same content. */
        AGAIN,
        /** No JSON. */
        UNREADABLE
    }

    /**
     * One message to send.
     *
     * @param id of the business action it stands for
     */
    record Message(Kind kind, String id, String value) {}
}
