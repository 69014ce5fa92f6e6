package dev.hapax.intake.cloudevents;

import dev.hapax.domain.Content;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.Message;
import dev.hapax.domain.Reason;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.DocumentReader;
import dev.hapax.intake.json.FieldTree;
import dev.hapax.intake.json.JsonText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are CloudEvents 1.0, in binary or structured mode. A field that begins with a slash is a JSON pointer into the
 * data; a plain name is an attribute or extension, always as text, or where the event has none of that name, a top-level
 * member of the data.
 *
 * <p>The digest of an event is over its attributes and its data, the same in either mode; only {@code traceparent} and
 * {@code tracestate} do not matter, because every hop writes them anew.
 */
public final class CloudEventsFormat implements Format {

    @Override
    public String name() {
        return "cloudevents";
    }

    @Override
    public FormatReader reader(Set<String> fields, ReadLimits limits) {
        return new EventReader(FieldTree.of(fields), limits);
    }

    /** Finds out in which mode an event was sent, and reads it. */
    static final class EventReader implements FormatReader {

        private static final String STRUCTURED = "application/cloudevents";

        private final BinaryMode binary;
        private final StructuredMode structured;

        EventReader(FieldTree selection, ReadLimits limits) {
            this.binary = new BinaryMode(new DocumentReader(selection, limits));
            this.structured = new StructuredMode(selection, new JsonText(limits));
        }

        @Override
        public Content read(Message message) throws RefusedException {
            CloudEvent event = event(message, false);
            return event == null ? Content.TOMBSTONE : event;
        }

        @Override
        public Whole readWhole(Message message) throws RefusedException {
            CloudEvent event = event(message, true);
            return event == null ? Whole.TOMBSTONE : new Whole(event, event.digest());
        }

        @Override
        public Fingerprint digest(Message message) throws RefusedException {
            return readWhole(message).digest();
        }

        /** Null for a tombstone. An event without data has no value either, but it has its attributes in headers. */
        private @Nullable CloudEvent event(Message message, boolean toHash) throws RefusedException {
            String contentType = message.headerText("content-type");
            byte[] value = message.value();
            if (MediaType.of(contentType).startsWith(STRUCTURED)) {
                refuseOtherThanJson(MediaType.of(contentType));
                return value == null ? null : structured.read(value, toHash);
            }
            if (BinaryMode.isIn(message)) {
                return binary.read(message, contentType, toHash);
            }
            if (value == null) {
                return null;
            }
            if (contentType == null) {
                // Many producers forget the content type; what is in the value shows whether it is an event.
                return structured.read(value, toHash);
            }
            throw new RefusedException(
                    Reason.UNREADABLE,
                    "not a CloudEvent: there is no ce_specversion header, and content-type is '" + contentType
                            + "' instead of application/cloudevents+json");
        }

        private static void refuseOtherThanJson(String mediaType) throws RefusedException {
            if (mediaType.startsWith(STRUCTURED + "-batch")) {
                throw new RefusedException(
                        Reason.UNREADABLE,
                        "a batch of CloudEvents (" + mediaType + ") is not one message; send each event by itself");
            }
            if (!mediaType.equals(STRUCTURED) && !mediaType.equals(STRUCTURED + "+json")) {
                throw new RefusedException(
                        Reason.UNREADABLE, "event format " + mediaType + " is not known; use " + STRUCTURED + "+json");
            }
        }
    }
}
