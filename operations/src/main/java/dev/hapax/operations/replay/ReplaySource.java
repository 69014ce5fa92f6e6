package dev.hapax.operations.replay;

import dev.hapax.classify.Classifier;
import dev.hapax.config.Settings;
import dev.hapax.domain.Content;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Intake;
import dev.hapax.domain.Message;
import dev.hapax.domain.RefusedException;
import dev.hapax.intake.Formats;
import dev.hapax.intake.SourceReader;
import dev.hapax.source.Source;
import dev.hapax.wire.KafkaHeaders;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The messages of a source, read again: what they are, and whether a filter wants them. */
final class ReplaySource {

    private final Source source;
    private final Source other;
    private final Where where;

    private ReplaySource(Source source, Source other, Where where) {
        this.source = source;
        this.other = other;
        this.where = where;
    }

    /**
     * @param other a second classifier to ask; may be the source's own
     * @throws IllegalArgumentException when the filter names a field that the source's format does not have
     */
    static ReplaySource of(Settings settings, Formats formats, Source source, Where where, Classifier other) {
        Set<String> fields = new HashSet<>(source.classifier().fields());
        fields.addAll(other.fields());
        fields.addAll(where.fields());
        SourceReader reader = SourceReader.of(source.settings(), settings.limits(), formats, fields);
        return new ReplaySource(
                Source.of(source.settings(), settings.limits(), reader, source.classifier()),
                Source.of(source.settings(), settings.limits(), reader, other),
                where);
    }

    static ReplaySource of(Settings settings, Formats formats, Source source, Where where) {
        return of(settings, formats, source, where, source.classifier());
    }

    Source source() {
        return source;
    }

    /** Null if intake refuses it: then it has no identity to replay it under. */
    Intake.@Nullable Arrived read(ConsumerRecord<byte[], byte[]> record, int generation) {
        Message message = new Message(
                new Coordinates(record.topic(), record.partition(), record.offset()),
                record.timestamp(),
                record.key(),
                record.value(),
                KafkaHeaders.toDomain(record.headers()));
        return source.read(message, generation, 0) instanceof Intake.Arrived arrived ? arrived : null;
    }

    boolean wanted(Intake.Arrived arrived) {
        return where.isEmpty() || where.matches(arrived.arrival().identity(), content(arrived), () -> rule(arrived));
    }

    Ruling rule(Intake.Arrived arrived) {
        return Ruling.of(source, arrived);
    }

    /** By the other classifier. */
    Ruling ruleOtherwise(Intake.Arrived arrived) {
        return Ruling.of(other, arrived);
    }

    private Content content(Intake.Arrived arrived) {
        Content read = arrived.content();
        if (read != null) {
            return read;
        }
        try {
            return source.reader().content(arrived.arrival().message());
        } catch (RefusedException e) {
            // It has no field that could be compared. The rules decide what happens to it.
            return Content.TOMBSTONE;
        }
    }
}
