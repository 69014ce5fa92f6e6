package dev.hapax.ledger;

import dev.hapax.campaign.Campaign;
import dev.hapax.campaign.Recipient;
import dev.hapax.commit.ReadLedger;
import dev.hapax.config.DeliverySettings;
import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Ledger;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.Transition;
import dev.hapax.delivery.Transition.Effect;
import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Message;
import dev.hapax.meters.Meters;
import dev.hapax.quarantine.Omission;
import dev.hapax.wire.CampaignFormat;
import dev.hapax.wire.DeliveryFormat;
import dev.hapax.wire.DeliveryHeaders;
import dev.hapax.wire.HeaderNames;
import dev.hapax.wire.KafkaHeaders;
import dev.hapax.wire.TraceParent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Keeps the ledger of one partition. Reads what happens to deliveries, asks {@link Ledger}, and writes what follows, all in the
 * transaction of the record that caused it. Nothing that is written to its topics makes it fail.
 */
final class LedgerProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(LedgerProcessor.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration COUNT_EVERY = Duration.ofSeconds(1);
    private static final Duration TIDY_EVERY = Duration.ofMinutes(10);
    /** A long backlog of timers must not hold up the records of the task. */
    private static final int TIMERS_AT_ONCE = 500;

    /** While a ledger is busy, it looks for what is due when one place in so many is free, and not for each of them. */
    private static final int PLACES_WORTH_A_LOOK = 8;

    private static final int LONGEST_ID = 512;
    private static final int LONGEST_NAME = 200;
    private static final String TOPIC = "topic";
    private static final int LARGEST_RECIPIENT = 64 * 1024;
    /** A state holds a hundred of them at most, and has to fit into a record. */
    private static final int LARGEST_EVENT = 16 * 1024;

    private static final int LARGEST_HEADERS = 16 * 1024;
    /** Beyond the largest artifact, for its key and headers. The topic has room for as much again. */
    private static final int ROOM_AROUND_AN_ARTIFACT = 32 * 1024;

    private static final int LONGEST_REASON = 1_000;

    private final LedgerOptions options;
    private final LedgerSinks sinks;
    private final @Nullable DeliveryScore score;
    private final Meters meters;
    private final CampaignOptions campaignOptions;
    private @Nullable Parts parts;

    /** What a task works with, once its store is open. */
    private record Parts(
            LedgerStore store,
            Ledger ledger,
            SendLimits limits,
            PartitionCampaigns campaigns,
            OwnedCampaigns owned,
            CampaignTurns turns) {}

    LedgerProcessor(CampaignOptions options, LedgerSinks sinks, @Nullable DeliveryScore score, Meters meters) {
        this.campaignOptions = options;
        this.options = options.ledger();
        this.sinks = sinks;
        this.score = score;
        this.meters = meters;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        int partition = context.taskId().partition();
        LedgerStore store = new LedgerStore(context.getStateStore(LedgerStore.NAME));
        Ledger ledger = new Ledger(options.limits(), options::refusal, now());
        PartitionCampaigns campaigns = new PartitionCampaigns(campaignOptions, store.campaigns(), partition);
        SendLimits limits = new SendLimits(
                settings().channels(), id -> campaigns.limits(id, now()), partition, sinks.partitions(), store);
        parts = new Parts(
                store,
                ledger,
                limits,
                campaigns,
                new OwnedCampaigns(campaignOptions, sinks, store.campaigns(), context, meters),
                new CampaignTurns(campaigns, store, limits, ledger, this::apply));
        context.schedule(LOOK_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> look());
        context.schedule(COUNT_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> {
            meters.ledgers().put(this, store().counts());
            report(false);
        });
        context.schedule(TIDY_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> limits.tidy(now()));
    }

    @Override
    public void close() {
        meters.ledgers().remove(this);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        boolean fromOutside = context()
                .recordMetadata()
                .map(at -> at.topic().equals(sinks.deliveriesTopic()))
                .orElse(false);
        try {
            read(record, fromOutside);
        } catch (IllegalArgumentException e) {
            refuse(record, e.getMessage());
        }
        campaigns().save();
        ReadLedger.ofThisThread().processed(context());
    }

    private void read(Record<byte[], byte[]> record, boolean fromOutside) {
        String id = id(record.key());
        byte[] value = record.value();
        if (value == null) {
            throw new IllegalArgumentException("the record has no value");
        }
        if (!fromOutside && record.headers().lastHeader(HeaderNames.CAMPAIGN_EVENT) != null) {
            readCampaign(id, record, value);
            return;
        }
        String campaign = KafkaHeaders.text(record.headers(), HeaderNames.CAMPAIGN);
        if (!fromOutside && campaign != null) {
            readRecipient(id, campaign, record, value);
            return;
        }
        if (!fromOutside && !DeliveryHeaders.carryArtifact(record.headers())) {
            if (value.length > LARGEST_EVENT) {
                throw new IllegalArgumentException(
                        "the event has " + value.length + " bytes, more than " + LARGEST_EVENT);
            }
            DeliveryEvent event = DeliveryFormat.readEvent(value);
            if (event instanceof DeliveryEvent.Staged || event instanceof DeliveryEvent.Edited) {
                throw new IllegalArgumentException(
                        "a staging needs its artifact: write the artifact as value, and the rest as headers");
            }
            Transition done = handle(id, event, null);
            if (event instanceof DeliveryEvent.Bounced && done.refused() != null) {
                // It is not in the history of the delivery.
                refuse(record, done.refused());
            }
            return;
        }
        if (value.length > settings().maxArtifactBytes()) {
            throw new IllegalArgumentException(
                    "the artifact has " + value.length + " bytes, more than delivery.max-artifact-bytes ("
                            + settings().maxArtifactBytes() + ")");
        }
        if (KafkaHeaders.size(record.headers()) > LARGEST_HEADERS) {
            throw new IllegalArgumentException("the headers have more than " + LARGEST_HEADERS + " bytes");
        }
        if (Recipient.isDeliveryId(id)) {
            throw new IllegalArgumentException("only the recipients of campaigns have delivery ids like " + id);
        }
        if (fromOutside
                && !sinks.isInItsPartition(record.key(), context().taskId().partition())) {
            // Clients that hash keys in another way: everything else that concerns this id arrives in the partition of
            // its key.
            sinks.moveStaging(context(), record, TOPIC, now());
            return;
        }
        DeliveryEvent.Draft draft = DeliveryHeaders.readStaging(
                record.headers(),
                value,
                fromOutside ? TOPIC : null,
                now(),
                settings().longestWait());
        if (!settings().channels().containsKey(draft.channel())) {
            throw new IllegalArgumentException(HeaderNames.CHANNEL + ": there is no channel '" + draft.channel()
                    + "'; delivery.channels has " + settings().channels().keySet());
        }
        String editedBy = fromOutside ? null : KafkaHeaders.text(record.headers(), HeaderNames.EDITED_BY);
        boolean isNew = editedBy != null || store().get(id) == null;
        DeliveryScore.Scored scored =
                score == null || !isNew || record.headers().lastHeader(HeaderNames.SCORE) != null
                        ? null
                        : score.of(draft.channel(), value);
        draft = scored == null ? draft : draft.withScore(scored.score());
        Transition done = handle(
                id,
                editedBy == null ? new DeliveryEvent.Staged(draft) : new DeliveryEvent.Edited(draft, editedBy),
                new HandedIn(value, scored, KafkaHeaders.text(record.headers(), HeaderNames.APPROVAL)));
        if (done.effects().contains(Effect.CONFLICT) || (editedBy != null && done.refused() != null)) {
            refuse(record, String.valueOf(done.refused()));
        }
    }

    private void readCampaign(String key, Record<byte[], byte[]> record, byte[] value) {
        int partition = context().taskId().partition();
        if (LedgerSinks.isNotice(record.headers())) {
            Campaign campaign = CampaignFormat.readCampaign(value);
            if (!LedgerSinks.isFor(campaign, partition, key)) {
                throw new IllegalArgumentException("it is not for partition " + partition);
            }
            campaigns().announced(campaign);
        } else if (sinks.isInItsPartition(record.key(), partition)) {
            String request = KafkaHeaders.text(record.headers(), HeaderNames.REQUEST);
            parts().owned().on(key, CampaignFormat.readEvent(value), request, now());
        } else {
            throw new IllegalArgumentException("events of campaign " + key + " belong to another partition");
        }
    }

    private void readRecipient(String id, String campaign, Record<byte[], byte[]> record, byte[] value) {
        if (value.length > LARGEST_RECIPIENT) {
            throw new IllegalArgumentException(
                    "the recipient has " + value.length + " bytes, more than " + LARGEST_RECIPIENT);
        }
        String by = KafkaHeaders.text(record.headers(), HeaderNames.STAGED_BY);
        if (by == null || by.isBlank() || by.length() > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    HeaderNames.STAGED_BY + ": must have 1 to " + LONGEST_NAME + " characters");
        }
        DeliveryEvent.Draft draft = campaigns().recipient(id, campaign, value, by, now());
        Transition done = handle(id, new DeliveryEvent.Staged(draft), new HandedIn(value, null, null));
        if (done.effects().contains(Effect.CONFLICT)) {
            refuse(record, String.valueOf(done.refused()));
        }
    }

    private static String id(byte @Nullable [] key) {
        if (key == null || key.length == 0) {
            throw new IllegalArgumentException("the record has no key, and so no delivery id");
        }
        String id = new String(key, StandardCharsets.UTF_8);
        if (!Arrays.equals(id.getBytes(StandardCharsets.UTF_8), key)) {
            // Everything that is written for it would go to the partition of another key.
            throw new IllegalArgumentException("the key is not UTF-8, and so no delivery id");
        }
        if (id.length() > LONGEST_ID || id.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "the delivery id must have at most " + LONGEST_ID + " characters and no control characters");
        }
        return id;
    }

    /**
     * An artifact that comes with an event.
     *
     * @param scored null if nothing scored it here
     * @param onlyPolicy the one policy that may approve it; null for any
     */
    private record HandedIn(
            byte[] artifact,
            DeliveryScore.@Nullable Scored scored,
            @Nullable String onlyPolicy) {}

    private Transition handle(String id, DeliveryEvent event, @Nullable HandedIn handedIn) {
        Delivery before = store().get(id);
        Transition transition = ledger().on(id, before, event, now());
        if (event instanceof DeliveryEvent.LeaseEnded && transition.refused() == null) {
            meters.leaseEnded();
        }
        if (before != null && transition.refused() == null) {
            campaigns().noted(before, event, now());
        }
        List<Transition> steps = new ArrayList<>();
        if (handedIn == null || transition.refused() != null) {
            steps.add(transition);
        } else {
            store().putArtifact(id, handedIn.artifact());
            DeliveryScore.Scored scored = handedIn.scored();
            transition = scored == null ? transition : ledger().scored(transition, scored.by(), scored.why(), now());
            steps.add(transition);
            Delivery staged = transition.delivery();
            Approval approval =
                    staged == null || needsAPerson(before) || staged.draft().campaign() != null
                            ? null
                            : options.policyApproval(staged, handedIn.onlyPolicy(), now());
            if (staged != null && approval != null) {
                steps.add(ledger().onPolicy(staged, approval, now()));
            }
        }
        apply(id, before, steps, null);
        if (settings().maxInFlight() - store().inFlight() >= settings().maxInFlight() / PLACES_WORTH_A_LOOK) {
            makeDue();
        }
        return transition;
    }

    /** What a rule rendered and somebody changed is not the rule's any more, so no policy for rules may approve it. */
    private static boolean needsAPerson(@Nullable Delivery before) {
        return before != null && before.draft().stagedBy().startsWith("rule:");
    }

    /** Looks at what time has changed. */
    private void look() {
        for (String id : store().timers(now(), TIMERS_AT_ONCE)) {
            Delivery delivery = store().get(id);
            if (delivery != null && delivery.state().isEnd() && campaigns().mustRemember(delivery)) {
                store().put(delivery, ledger().remembered(delivery, now()));
            } else if (delivery != null) {
                apply(delivery, List.of(ledger().onTimer(delivery, false, now())), null);
            }
        }
        makeDue();
        parts().turns().cancelRest(now());
        report(true);
        campaigns().save();
    }

    private void makeDue() {
        int places = settings().maxInFlight() - store().inFlight();
        // What a limit makes wait must not hold up what stands behind it.
        int seen = places <= 0 ? places : Math.max(places, TIMERS_AT_ONCE);
        for (LedgerStore.Ready ready : store().ready(now(), seen)) {
            Delivery delivery = store().get(ready.id());
            if (delivery != null && store().inFlight() < settings().maxInFlight()) {
                makeDue(delivery, ready.delayed());
            }
        }
        parts().turns().makeDue(settings().maxInFlight() - store().inFlight(), now());
    }

    private void makeDue(Delivery delivery, boolean delayed) {
        boolean late = now() >= delivery.deadline();
        boolean ofCampaign = delivery.draft().campaign() != null;
        if (late) {
            apply(delivery, List.of(ledger().onTimer(delivery, true, now())), null);
        } else if ((!ofCampaign || parts().turns().isTurn(delivery, now())) && isAllowed(delivery, delayed)) {
            byte[] artifact = ofCampaign ? parts().turns().mail(delivery) : artifact(delivery);
            if (artifact != null) {
                apply(delivery, List.of(ledger().onTimer(delivery, true, now())), artifact);
            }
        }
    }

    /** Asks the limits of its channel and of its campaign. If they do not allow it now, it waits until they may. */
    private boolean isAllowed(Delivery delivery, boolean delayed) {
        long now = now();
        SendLimits limits = parts().limits();
        long at = limits.next(delivery, delayed, now);
        if (at > now) {
            store().delay(delivery, ledger().delayed(delivery, at));
            return false;
        }
        limits.take(delivery, now);
        return true;
    }

    /** Tells the owners of campaigns what has become of their deliveries here. */
    private void report(boolean urgent) {
        campaigns()
                .reports(store().chain().sequence(), urgent)
                .forEach((id, counted) -> sinks.campaignEvent(context(), id, counted, now()));
    }

    private void apply(Delivery before, List<Transition> steps, byte @Nullable [] artifact) {
        apply(before.id(), before, steps, artifact);
    }

    /**
     * Writes one state for all steps that an event leads to, and what each of them leads to besides.
     *
     * @param artifact what is sent if it becomes due
     */
    private void apply(String id, @Nullable Delivery before, List<Transition> steps, byte @Nullable [] artifact) {
        Delivery after = before;
        for (Transition step : steps) {
            if (step.refused() != null) {
                log(id, after, step);
            }
            DeliveryState was = after == null ? null : after.state();
            after = step.delivery();
            if (after != null && after.state() != was) {
                meters.delivery(after.state());
            }
        }
        if (after == null) {
            if (before != null) {
                store().forget(before);
                sinks.forget(context(), id, now());
            }
            return;
        }
        if (!after.equals(before)) {
            sinks.state(context(), id, store().put(before, after), now());
            campaigns().changed(after);
        }
        for (Transition step : steps) {
            Delivery then = step.delivery();
            if (then != null) {
                write(then, step.effects(), artifact);
            }
        }
        if (after.state().isEnd() && after.stopAs() != null) {
            sinks.stopNoMore(context(), id, now());
        }
    }

    private static void log(String id, @Nullable Delivery delivery, Transition step) {
        // A campaign that is loaded again stages all of its recipients again.
        boolean known = delivery != null && delivery.equals(step.delivery());
        LoggingEventBuilder line = LOG.atLevel(known ? Level.DEBUG : Level.INFO).addKeyValue("delivery", id);
        if (delivery != null) {
            line = line.addKeyValue("attempt", delivery.attempt())
                    .addKeyValue("channel", delivery.draft().channel());
            String trace = delivery.draft().traceparent();
            line = trace == null ? line : line.addKeyValue("traceId", TraceParent.traceId(trace));
        }
        line.log("An event does not fit: {}", step.refused());
    }

    private void write(Delivery delivery, Set<Effect> effects, byte @Nullable [] artifact) {
        for (Effect effect : effects) {
            switch (effect) {
                case DUE -> sinks.due(context(), delivery, Objects.requireNonNull(artifact), now());
                case RECEIPT -> receipt(delivery);
                case LEASE_ENDED ->
                    sinks.event(context(), delivery.id(), new DeliveryEvent.LeaseEnded(delivery.attempt()), now());
                case SUPPRESS -> sinks.suppress(context(), delivery, Objects.requireNonNull(delivery.bounce()), now());
                case STOP -> sinks.stop(context(), delivery, now());
                // The caller has the record that is refused, and what is forgotten is no delivery any more.
                case CONFLICT, FORGET -> {}
            }
        }
    }

    private byte[] artifact(Delivery delivery) {
        byte[] artifact = store().artifact(delivery.id());
        if (artifact == null) {
            throw new IllegalStateException("the ledger has no artifact of delivery " + delivery.id());
        }
        return artifact;
    }

    private void receipt(Delivery delivery) {
        Receipt receipt = Receipt.of(delivery, context().taskId().partition(), store().chain(), options.signingKey());
        store().putChain(receipt.link());
        campaigns().receipt(delivery, receipt.sequence());
        sinks.receipt(context(), receipt, now());
    }

    /** Keeps what was refused, or the digests of parts that are too large: whatever comes in, it can be written. */
    private void refuse(Record<byte[], byte[]> record, @Nullable String why) {
        String reason = String.valueOf(why);
        reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…";
        RecordMetadata at = context().recordMetadata().orElseThrow();
        LOG.warn("{}-{}@{} is refused by the ledger: {}", at.topic(), at.partition(), at.offset(), reason);
        Message message = new Message(
                new Coordinates(at.topic(), at.partition(), at.offset()),
                now(),
                record.key(),
                record.value(),
                KafkaHeaders.toDomain(record.headers()));
        Omission omission = Omission.of(message, settings().maxArtifactBytes() + ROOM_AROUND_AN_ARTIFACT);
        Message kept = omission.kept(message);
        Headers headers = KafkaHeaders.toKafka(kept.headers());
        headers.remove(HeaderNames.REASON);
        KafkaHeaders.add(headers, HeaderNames.REASON, reason);
        KafkaHeaders.add(headers, HeaderNames.SOURCE_TOPIC, at.topic());
        KafkaHeaders.add(headers, HeaderNames.SOURCE_PARTITION, Integer.toString(at.partition()));
        KafkaHeaders.add(headers, HeaderNames.SOURCE_OFFSET, Long.toString(at.offset()));
        omission.said(message).forEach((name, text) -> KafkaHeaders.add(headers, name, text));
        sinks.refused(context(), kept, headers);
    }

    private DeliverySettings settings() {
        return options.settings();
    }

    private long now() {
        return context().currentSystemTimeMs();
    }

    private Parts parts() {
        if (parts == null) {
            throw new IllegalStateException("not initialised");
        }
        return parts;
    }

    private LedgerStore store() {
        return parts().store();
    }

    private Ledger ledger() {
        return parts().ledger();
    }

    private PartitionCampaigns campaigns() {
        return parts().campaigns();
    }
}
