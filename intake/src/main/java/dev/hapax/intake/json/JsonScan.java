package dev.hapax.intake.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Value;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.canonical.CanonicalBytes;
import dev.hapax.intake.json.FieldTree.Node;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * One pass over one document: picks the values asked for and, where a hash is wanted, writes the canonical form. Recursion is
 * bounded by the parser's nesting limit.
 */
public final class JsonScan {

    static final Value NOTHING = new Value.Nothing();
    static final Value TRUE = new Value.Flag(true);
    static final Value FALSE = new Value.Flag(false);

    /** A thread reads one document at a time. */
    private static final ThreadLocal<CanonicalBytes> FORMS = ThreadLocal.withInitial(CanonicalBytes::new);

    private final JsonParser parser;
    private final FieldTree selection;
    private final @Nullable Value[] found;
    private final CanonicalBytes form = FORMS.get();

    public JsonScan(JsonParser parser, FieldTree selection) {
        this.parser = parser;
        this.selection = selection;
        this.found = new @Nullable Value[selection.size()];
        // A document before this one may have ended in the middle.
        form.clear();
    }

    /** Picks fields from the value at which the parser is, and skips everything else. */
    public Content pick() throws IOException, RefusedException {
        pick(selection.root());
        return new JsonContent(selection, found);
    }

    /** Picks fields from the value at which the parser is, and hashes all of it. */
    public FormatReader.Whole pickAndDigest() throws IOException, RefusedException {
        Fingerprint digest = digest(selection.root());
        return new FormatReader.Whole(new JsonContent(selection, found), digest);
    }

    private void pick(@Nullable Node node) throws IOException, RefusedException {
        JsonToken token = parser.currentToken();
        if (node == null) {
            parser.skipChildren();
        } else if (node.slot() >= 0 && token.isScalarValue()) {
            found[node.slot()] = scalar(token);
        } else if (node.slot() >= 0) {
            digest(node);
        } else if (token == JsonToken.START_OBJECT) {
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                pick(node.member(name));
            }
        } else if (token == JsonToken.START_ARRAY) {
            for (int position = 0; parser.nextToken() != JsonToken.END_ARRAY; position++) {
                pick(node.item(position));
            }
        }
    }

    private Fingerprint digest(Node node) throws IOException, RefusedException {
        int start = form.length();
        write(node);
        Fingerprint digest = form.hashSince(start);
        form.truncate(start);
        return digest;
    }

    private void write(@Nullable Node node) throws IOException, RefusedException {
        JsonToken token = parser.currentToken();
        if (token.isScalarValue()) {
            writeScalar(token, node);
            return;
        }
        int start = form.length();
        if (token == JsonToken.START_OBJECT) {
            form.openObject();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                form.member();
                form.text(name);
                parser.nextToken();
                write(node == null ? null : node.member(name));
            }
            form.closeObject();
        } else {
            form.openList();
            for (int position = 0; parser.nextToken() != JsonToken.END_ARRAY; position++) {
                form.member();
                write(node == null ? null : node.item(position));
            }
            form.closeList();
        }
        if (node != null && node.slot() >= 0) {
            found[node.slot()] = new Value.Structure(token == JsonToken.START_ARRAY, form.hashSince(start));
        }
    }

    private void writeScalar(JsonToken token, @Nullable Node node) throws IOException, RefusedException {
        if (node != null && node.slot() >= 0) {
            Value value = scalar(token);
            found[node.slot()] = value;
            form.value(value);
        } else if (token == JsonToken.VALUE_STRING) {
            form.text(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        } else if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            form.number(parser.getLongValue());
        } else {
            form.value(scalar(token));
        }
    }

    private Value scalar(JsonToken token) throws IOException, RefusedException {
        return switch (token) {
            case VALUE_STRING -> new Value.Text(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Value.Amount(number());
            case VALUE_TRUE -> TRUE;
            case VALUE_FALSE -> FALSE;
            case VALUE_NULL -> NOTHING;
            default -> throw new IllegalStateException("not the beginning of a value: " + token);
        };
    }

    private BigDecimal number() throws IOException, RefusedException {
        return JsonNumber.parse(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    }
}
