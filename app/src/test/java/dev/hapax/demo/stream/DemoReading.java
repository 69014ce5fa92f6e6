package dev.hapax.demo.stream;

import dev.hapax.classify.Classifiers;
import dev.hapax.config.Settings;
import dev.hapax.demo.DemoSettings;
import dev.hapax.domain.Arrival;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.intake.Formats;
import dev.hapax.source.Source;
import dev.hapax.source.Sources;
import dev.hapax.topics.Topic;
import java.nio.file.Path;
import java.util.Objects;

/** The demo's sources without Kafka: what intake makes of a message, and what the rules make of it then. */
final class DemoReading {

    final Settings settings = DemoSettings.of("localhost:9092", Path.of("state"));
    final Sources sources = Sources.of(settings, Formats.load(), Classifiers.installed());

    boolean isReplay(DemoMessage message) {
        return message.topic().equals(settings.topic(Topic.REPLAYS));
    }

    Source source(DemoMessage message) {
        return Objects.requireNonNull(sources.ofTopic(message.topic()), message.topic());
    }

    Intake read(DemoMessage message) {
        return source(message)
                .read(
                        new Message(
                                new Coordinates(message.topic(), message.partition(), 0),
                                message.timestamp(),
                                message.key(),
                                message.value(),
                                message.headers()),
                        0,
                        0);
    }

    /** Of a message that intake must be able to read. */
    Arrival arrival(DemoMessage message) {
        Intake intake = read(message);
        if (intake instanceof Intake.Arrived arrived) {
            return arrived.arrival();
        }
        throw new AssertionError("intended as " + message.fate() + ", but " + intake);
    }
}
