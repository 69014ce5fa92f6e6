package dev.hapax.intake.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.canonical.Utf8;
import java.io.IOException;
import java.util.regex.Pattern;

/** Opens bytes as one JSON document in UTF-8 and nothing else, and says in plain words what is wrong with them. */
public final class JsonText {

    /** Digits a number may have; more are no business figure. */
    private static final int LONGEST_NUMBER = 1_000;

    /** Jackson's advice to programmers, which a user cannot follow. */
    private static final Pattern ADVICE = Pattern.compile(": enable `[^`]*` to allow");

    private final JsonFactory factory;
    private final ReadLimits limits;

    public JsonText(ReadLimits limits) {
        this.limits = limits;
        this.factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxDepth())
                        .maxNumberLength(LONGEST_NUMBER)
                        // The size of the message bounds them already.
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                // Names come from strangers; interning them would keep every one of them.
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .build();
    }

    /** Processes a document. The parser is at its first token. */
    @FunctionalInterface
    public interface Work<T> {
        T on(JsonParser parser) throws IOException, RefusedException;
    }

    /** @throws RefusedException UNREADABLE unless the bytes are one whole document */
    public <T> T read(byte[] bytes, Work<T> work) throws RefusedException {
        refuseOtherEncodings(bytes);
        try (JsonParser parser = factory.createParser(bytes)) {
            if (parser.nextToken() == null) {
                throw new RefusedException(Reason.UNREADABLE, "not JSON: the value is empty");
            }
            T result = work.on(parser);
            if (parser.nextToken() != null) {
                throw new RefusedException(
                        Reason.UNREADABLE,
                        "not one JSON document: something follows its end at byte "
                                + parser.currentTokenLocation().getByteOffset());
            }
            return result;
        } catch (StreamConstraintsException e) {
            throw new RefusedException(Reason.UNREADABLE, beyondLimit(e), e);
        } catch (JsonProcessingException e) {
            throw new RefusedException(
                    Reason.UNREADABLE,
                    "not JSON: " + ADVICE.matcher(e.getOriginalMessage()).replaceAll("") + at(e),
                    e);
        } catch (IOException e) {
            throw new RefusedException(Reason.UNREADABLE, "not JSON: " + e.getMessage(), e);
        }
    }

    /** The parser would guess UTF-16 and UTF-32, and lets some bytes pass that are not UTF-8. */
    private static void refuseOtherEncodings(byte[] bytes) throws RefusedException {
        boolean other = bytes.length > 0 && (bytes[0] == (byte) 0xFE || bytes[0] == (byte) 0xFF);
        for (int i = 0; i < Math.min(4, bytes.length); i++) {
            other |= bytes[i] == 0;
        }
        if (other) {
            throw new RefusedException(
                    Reason.UNREADABLE, "not JSON in UTF-8: it begins as binary data, UTF-16 or UTF-32 does");
        }
        int flaw = Utf8.firstFlaw(bytes);
        if (flaw >= 0) {
            throw new RefusedException(Reason.UNREADABLE, "not JSON in UTF-8: " + Utf8.flaw(bytes, flaw));
        }
    }

    private String beyondLimit(StreamConstraintsException e) {
        String message = e.getOriginalMessage();
        if (message.contains("nesting depth")) {
            return "nested deeper than limits.max-depth (" + limits.maxDepth() + ")";
        }
        return "JSON beyond what is accepted: " + message;
    }

    private static String at(JsonProcessingException e) {
        return e.getLocation() == null ? "" : " at byte " + e.getLocation().getByteOffset();
    }
}
