package dev.hapax.operations.verify;

import dev.hapax.config.Settings;
import dev.hapax.config.SourceSettings;
import dev.hapax.domain.Decision;
import dev.hapax.domain.Outcome;
import dev.hapax.domain.Reason;
import dev.hapax.operations.MessageRef;
import dev.hapax.operations.TopicReader;
import dev.hapax.operations.verify.DuplicateCheck.Mention;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.Finding.Trace;
import dev.hapax.operations.verify.IdentityCheck.Sighting;
import dev.hapax.operations.verify.Verifier.Period;
import dev.hapax.topics.Topic;
import dev.hapax.topics.TopicNames;
import dev.hapax.wire.DecisionSerde;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.SuppressionFormat;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Makes facts of what was published, and sightings of what was decided. */
final class OutputFacts implements TopicReader.Visitor {

    /** A replay that came in since the verification began may have outcomes that lie beyond what is read. */
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    private final TopicNames topics;
    private final Duration maxClockSkew;
    private final Scope scope;
    private final long from;
    private final long settled;
    private final List<String> sources;
    private final RuleVersions versions;
    private final Workbench bench;

    OutputFacts(Settings settings, Scope scope, Period period, Instant now, RuleVersions versions, Workbench bench) {
        this.topics = settings.topicNames();
        this.maxClockSkew = settings.limits().maxClockSkew();
        this.scope = scope;
        this.from = period.from() == null ? Long.MIN_VALUE : period.from().toEpochMilli();
        this.settled = now.minus(JUST_NOW).toEpochMilli();
        this.sources = settings.sources().stream().map(SourceSettings::name).toList();
        this.versions = versions;
        this.bench = bench;
    }

    @Override
    public boolean visit(ConsumerRecord<byte[], byte[]> record) {
        boolean quarantined = record.topic().equals(topics.of(Topic.QUARANTINE));
        Kind kind = kind(record);
        PackedPosition at = new PackedPosition(record.partition(), record.offset());
        MessageRef about = MessageRef.of(record.headers(), quarantined);
        if (about == null) {
            RecordPosition itself =
                    new RecordPosition(bench.numbers().of(record.topic()), record.partition(), record.offset());
            bench.results().add(new Finding(Fault.NO_COORDINATES, itself, 0, new Trace(kind, at), null));
            return true;
        }
        RecordPosition place = bench.numbers().place(about.at());
        Scope.Standing standing = scope.of(about.at(), about.generation());
        Decision decision = kind == Kind.DECISION || kind == Kind.ALERT ? decision(record) : null;
        switch (standing) {
            case VERIFIED -> bench.add(fact(record, kind, place, about.generation(), decision));
            case UNKNOWN -> {
                if (record.timestamp() >= from) {
                    bench.results().unknownOutput();
                }
            }
            case NOWHERE ->
                bench.results().add(new Finding(Fault.NO_INPUT, place, about.generation(), new Trace(kind, at), null));
            case OUTSIDE -> {}
        }
        if (kind == Kind.DECISION || kind == Kind.QUARANTINE) {
            bench.add(Mention.outcome(place));
        } else if (kind == Kind.DUPLICATE && standing == Scope.Standing.VERIFIED) {
            mention(record, place, about.generation());
        }
        if (kind == Kind.DECISION && decision != null && standing != Scope.Standing.NOWHERE) {
            see(record, place, about.generation(), decision, standing == Scope.Standing.VERIFIED);
        }
        return true;
    }

    /** A duplicate note accounts for its message only if what it names as the first has an outcome itself. */
    private void mention(ConsumerRecord<byte[], byte[]> record, RecordPosition about, int generation) {
        if (generation > 0 && record.timestamp() >= settled) {
            return;
        }
        SuppressionFormat.First first = record.value() == null ? null : SuppressionFormat.first(record.value());
        if (first == null) {
            bench.results().unknownFirst();
            return;
        }
        bench.add(new Mention(
                bench.numbers().place(first.at()),
                new Mention.Note(
                        about,
                        generation,
                        new PackedPosition(record.partition(), record.offset()),
                        // It was decided no sooner than it came, and no message comes further ahead of the clock.
                        first.eventTime() - maxClockSkew.toMillis())));
    }

    private Kind kind(ConsumerRecord<byte[], byte[]> record) {
        if (record.topic().equals(topics.of(Topic.DECISIONS))) {
            return Kind.DECISION;
        } else if (record.topic().equals(topics.of(Topic.ALERTS))) {
            return Kind.ALERT;
        } else if (record.topic().equals(topics.of(Topic.QUARANTINE))) {
            return Kind.QUARANTINE;
        }
        return redelivery(record.value()) ? Kind.REDELIVERY : Kind.DUPLICATE;
    }

    private static boolean redelivery(byte @Nullable [] note) {
        try {
            return note != null && SuppressionFormat.kind(note) == Outcome.Suppressed.Kind.REDELIVERY;
        } catch (IllegalArgumentException | UncheckedIOException e) {
            // Its headers name its message, which is enough for a duplicate note.
            return false;
        }
    }

    private Fact fact(
            ConsumerRecord<byte[], byte[]> record,
            Kind kind,
            RecordPosition place,
            int generation,
            @Nullable Decision decision) {
        int flags = 0;
        long digest = 0;
        if (kind == Kind.DECISION || kind == Kind.ALERT) {
            digest = Fact.digest(record.key(), record.value());
            flags |= decision == null ? Fact.UNREADABLE : flags(record.headers(), decision);
        } else if (kind == Kind.QUARANTINE) {
            String reason = KafkaHeaders.text(record.headers(), HeaderNames.REASON);
            flags |= Reason.LATE.name().equals(reason) ? Fact.LATE : 0;
        }
        return new Fact(
                kind,
                place,
                generation,
                flags,
                digest,
                new PackedPosition(record.partition(), record.offset()),
                record.timestamp());
    }

    private int flags(Headers headers, Decision decision) {
        int important = decision.judgement().important() ? Fact.IMPORTANT : 0;
        int rules = versions.number(headers, decision);
        if (rules < 0) {
            return important;
        }
        versions.see(rules);
        return important | Fact.SAME_RULES | Fact.flags(rules);
    }

    private static @Nullable Decision decision(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return null;
        }
        try {
            return DecisionSerde.read(record.value());
        } catch (IllegalArgumentException | UncheckedIOException | DateTimeException e) {
            // Reported as not readable.
            return null;
        }
    }

    private void see(
            ConsumerRecord<byte[], byte[]> record,
            RecordPosition place,
            int generation,
            Decision decision,
            boolean verified) {
        int source = sources.indexOf(decision.source());
        if (source >= 0) {
            bench.add(new Sighting(
                    Sighting.hash(decision.identity().getBytes(StandardCharsets.UTF_8)),
                    generation,
                    source,
                    verified,
                    decision.eventTime(),
                    place,
                    new PackedPosition(record.partition(), record.offset()),
                    record.timestamp()));
        }
    }
}
