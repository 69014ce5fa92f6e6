package dev.hapax.operations;

import dev.hapax.domain.Coordinates;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The message that an output record is about, and the generation under which it was processed. */
public record MessageRef(Coordinates at, int generation) {

    /**
     * From the headers of an output record.
     *
     * @param quarantined whether it is a record of the quarantine topic, which has headers of its own
     * @return null if the headers do not name a message, so that Hapax did not write the record
     */
    public static @Nullable MessageRef of(Headers headers, boolean quarantined) {
        String topic = KafkaHeaders.text(headers, quarantined ? HeaderNames.ERROR_TOPIC : HeaderNames.SOURCE_TOPIC);
        String partition =
                KafkaHeaders.text(headers, quarantined ? HeaderNames.ERROR_PARTITION : HeaderNames.SOURCE_PARTITION);
        String offset = KafkaHeaders.text(headers, quarantined ? HeaderNames.ERROR_OFFSET : HeaderNames.SOURCE_OFFSET);
        String generation = KafkaHeaders.text(headers, HeaderNames.GENERATION);
        if (topic == null || partition == null || offset == null || generation == null) {
            return null;
        }
        try {
            Coordinates at = new Coordinates(topic, Integer.parseInt(partition), Long.parseLong(offset));
            int number = Integer.parseInt(generation);
            return number < 0 ? null : new MessageRef(at, number);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
