package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.RefusedException;
import dev.hapax.domain.Replay;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.ReplayFormat;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads an input record as an instance with these sources would. */
record CurrentReader(Settings settings, Sources sources) {

    /**
     * What an input record is.
     *
     * @param replay what it gives again; null where it is a message itself
     * @param identity null where none could be found
     * @param decision null where it would be refused
     */
    record Input(
            Coordinates about,
            int generation,
            @Nullable Replay replay,
            @Nullable String identity,
            @Nullable Decision decision) {}

    Input read(ConsumerRecord<byte[], byte[]> record) {
        Coordinates at = new Coordinates(record.topic(), record.partition(), record.offset());
        if (!record.topic().equals(settings.topic(Topic.REPLAYS))) {
            Message message = message(record, at, record.timestamp());
            return decided(sources.ofTopic(record.topic()), message, null);
        }
        Long time = ReplayFormat.timestamp(record.headers());
        Message message = message(record, at, time == null ? record.timestamp() : time);
        try {
            Replay replay = ReplayFormat.read(message);
            return decided(sources.named(replay.source()), replay.original(), replay);
        } catch (IllegalArgumentException e) {
            // Not a replay: quarantined under its own coordinates.
            return new Input(at, 0, null, null, null);
        }
    }

    private static Message message(ConsumerRecord<byte[], byte[]> record, Coordinates at, long time) {
        return new Message(at, time, record.key(), record.value(), KafkaHeaders.toDomain(record.headers()));
    }

    private static Input decided(@Nullable Source source, Message message, @Nullable Replay replay) {
        int generation = replay == null ? 0 : replay.generation();
        if (source == null) {
            return new Input(message.at(), generation, replay, null, null);
        }
        Intake intake = source.read(message, generation, replay == null ? 0 : replay.attempts());
        if (intake instanceof Outcome.Refused refused) {
            return new Input(message.at(), generation, replay, refused.refusal().identity(), null);
        }
        Intake.Arrived arrived = (Intake.Arrived) intake;
        String identity = arrived.arrival().identity();
        try {
            Decision decision = source.decide(arrived.arrival(), arrived.content());
            return new Input(message.at(), generation, replay, identity, decision);
        } catch (RefusedException e) {
            return new Input(message.at(), generation, replay, identity, null);
        }
    }
}
