package dev.hapax.intake.cloudevents;

import dev.hapax.intake.Format;
import dev.hapax.intake.FormatReader;
import dev.hapax.intake.ReadLimits;
import dev.hapax.intake.json.FieldTree;
import java.util.Set;

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
}
