package dev.hapax.intake.cloudevents;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.cloudevents.CloudEvent.Data;
import dev.hapax.intake.json.FieldTree;
import dev.hapax.intake.json.JsonScan;
import dev.hapax.intake.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events that are one JSON document, attributes and data together. */
record StructuredMode(FieldTree selection, JsonText text) {

    CloudEvent read(byte[] value, boolean toHash) throws RefusedException {
        CloudEvent event = text.read(value, parser -> {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                throw new RefusedException(Reason.UNREADABLE, "not a CloudEvent: the JSON document is not an object");
            }
            return members(parser, toHash);
        });
        event.check();
        return event;
    }

    private CloudEvent members(JsonParser parser, boolean toHash) throws IOException, RefusedException {
        Map<String, String> attributes = new HashMap<>();
        Data data = new Data.None();
        String dataText = null;
        byte[] binary = null;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.VALUE_NULL && !name.equals("data")) {
                continue;
            }
            switch (name) {
                case "data" -> {
                    dataText = token == JsonToken.VALUE_STRING ? parser.getText() : null;
                    data = json(new JsonScan(parser, selection), toHash);
                }
                case "data_base64" -> binary = base64(parser);
                default -> attributes.put(name, attribute(name, token, parser));
            }
        }
        if (binary != null && !(data instanceof Data.None)) {
            throw new RefusedException(Reason.INVALID, "the CloudEvent has both data and data_base64");
        }
        return new CloudEvent(attributes, binary != null ? new Data.Opaque(binary) : typed(data, dataText, attributes));
    }

    /** The content type may stand behind the data, so only now is it known what the data is. */
    private static Data typed(Data data, @Nullable String dataText, Map<String, String> attributes) {
        if (data instanceof Data.None) {
            return data;
        }
        String contentType = attributes.computeIfAbsent("datacontenttype", ignored -> "application/json");
        return dataText == null || MediaType.isJson(contentType)
                ? data
                : new Data.Opaque(dataText.getBytes(StandardCharsets.UTF_8));
    }

    private static Data json(JsonScan scan, boolean toHash) throws IOException, RefusedException {
        return toHash ? new Data.Json(scan.pickAndDigest()) : new Data.Json(scan.pick(), null);
    }

    private static String attribute(String name, JsonToken token, JsonParser parser)
            throws IOException, RefusedException {
        if (!token.isScalarValue()) {
            throw new RefusedException(
                    Reason.INVALID,
                    "CloudEvents attribute " + name + " is " + (token == JsonToken.START_ARRAY ? "a list" : "an object")
                            + "; attributes are text, numbers, or true or false");
        }
        return parser.getText();
    }

    private static byte[] base64(JsonParser parser) throws IOException, RefusedException {
        try {
            return Base64.getDecoder().decode(parser.getText());
        } catch (IllegalArgumentException e) {
            throw new RefusedException(Reason.INVALID, "data_base64 is not Base64: " + e.getMessage(), e);
        }
    }
}
