package dev.hapax.operations.replay;

import dev.hapax.domain.Intake;
import dev.hapax.domain.Replay;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.wire.ReplayFormat;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A replay in our hands, to be run to its end. For one thread; another may only tell it to stop. */
public final class OpenReplay implements AutoCloseable {

    private static final Duration STEP = Duration.ofMillis(200);
    private static final Duration STALLED = Duration.ofSeconds(60);

    private final ReplayWriter writer;
    private final ReplaySource originals;
    private final String replays;
    private final Clock clock;
    private final ReplayGroups groups;
    private ReplayStatus status;

    /** What the next transaction holds. */
    private final List<ProducerRecord<byte[], byte[]>> batch = new ArrayList<>();

    private final SortedMap<Integer, ReplayStatus.Leg> legs;
    private final Set<Integer> moved = new HashSet<>();

    OpenReplay(
            ReplayWriter writer,
            ReplayStatus status,
            ReplaySource originals,
            String replays,
            ReplayGroups groups,
            Clock clock) {
        this.writer = writer;
        this.status = status;
        this.originals = originals;
        this.replays = replays;
        this.groups = groups;
        this.clock = clock;
        this.legs = new TreeMap<>(status.legs());
    }

    /** As far as it is committed. */
    public ReplayStatus status() {
        return status;
    }

    /**
     * Runs until it is done or stopped. Either way it finishes the open transaction.
     *
     * @param rate messages a second at most; 0 for no limit
     * @throws OperationException if someone else takes it over, or the cluster fails; committed work remains
     */
    public ReplayStatus run(int rate, BooleanSupplier stop, Progress progress) {
        try {
            passDeleted();
            read(new ReplayThrottle(rate, System::nanoTime), stop, progress);
            return status;
        } catch (Takeover.TakenOverException e) {
            throw new OperationException(Takeover.message(groups, status, clock.instant()), e);
        } catch (OffsetOutOfRangeException e) {
            throw new OperationException(
                    "records of " + status.plan().topic() + " were deleted before they could be replayed: run"
                            + " 'hapax replay resume " + status.plan().id() + "' to go on with what is left",
                    e);
        }
    }

    private void read(ReplayThrottle pace, BooleanSupplier stop, Progress progress) {
        KafkaConsumer<byte[], byte[]> consumer = writer.consumer();
        List<TopicPartition> open = open();
        consumer.assign(open);
        open.forEach(partition -> consumer.seek(partition, leg(partition).next()));
        long sent = 0;
        long last = System.nanoTime();
        while (!open.isEmpty() && !stop.getAsBoolean()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(STEP)) {
                take(record);
                if (batch.size() >= pace.batch()) {
                    sent += commit(progress);
                    pace.keep(sent, stop);
                    if (stop.getAsBoolean()) {
                        return;
                    }
                }
            }
            // The position is also past offsets without a record, such as the end of a transaction.
            open.forEach(
                    partition -> moveTo(partition.partition(), consumer.position(partition), ReplayStatus.Counts.NONE));
            if (!moved.isEmpty() || !batch.isEmpty()) {
                last = System.nanoTime();
            }
            sent += commit(progress);
            pace.keep(sent, stop);
            open = open();
            consumer.pause(consumer.assignment().stream()
                    .filter(partition -> leg(partition).isDone())
                    .toList());
            if (System.nanoTime() - last > STALLED.toNanos()) {
                throw new OperationException("nothing came from " + open + " for " + STALLED.toSeconds()
                        + " s: check that their brokers are up, then run 'hapax replay resume "
                        + status.plan().id() + "'");
            }
        }
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.offset() >= leg(record.partition()).range().to()) {
            return;
        }
        Intake.Arrived arrived = originals.read(record, status.plan().generation());
        ReplayStatus.Counts counted;
        if (arrived == null) {
            counted = ReplayStatus.Counts.UNREADABLE;
        } else if (originals.wanted(arrived)) {
            counted = ReplayStatus.Counts.SENT;
            batch.add(replay(arrived));
        } else {
            counted = ReplayStatus.Counts.SKIPPED;
        }
        moveTo(record.partition(), record.offset() + 1, counted);
    }

    private ProducerRecord<byte[], byte[]> replay(Intake.Arrived arrived) {
        Replay replay = new Replay(
                arrived.arrival().message(),
                originals.source().name(),
                status.plan().generation(),
                0,
                status.plan().silent());
        return new ProducerRecord<>(
                replays,
                null,
                arrived.arrival().identity().getBytes(StandardCharsets.UTF_8),
                replay.original().value(),
                ReplayFormat.headers(replay));
    }

    private long commit(Progress progress) {
        long sent = batch.size();
        if (!moved.isEmpty()) {
            ReplayStatus next = status.movedTo(legs, clock.instant());
            writer.write(batch, next, moved);
            status = next;
            batch.clear();
            moved.clear();
        }
        progress.at("replaying " + status.plan().topic(), status.passed(), status.length());
        return sent;
    }

    /** Records deleted by retention can't be replayed: they are counted and skipped. */
    private void passDeleted() {
        writer.consumer().beginningOffsets(open()).forEach((partition, begin) -> {
            ReplayStatus.Leg leg = leg(partition);
            long gone = Math.min(begin, leg.range().to()) - leg.next();
            if (gone > 0) {
                moveTo(partition.partition(), begin, ReplayStatus.Counts.deleted(gone));
            }
        });
        commit(Progress.UNSEEN);
    }

    private void moveTo(int partition, long offset, ReplayStatus.Counts more) {
        ReplayStatus.Leg leg = leg(partition);
        ReplayStatus.Leg next = leg.movedTo(offset, more);
        if (!next.equals(leg)) {
            legs.put(partition, next);
            moved.add(partition);
        }
    }

    private List<TopicPartition> open() {
        return legs.entrySet().stream()
                .filter(entry -> !entry.getValue().isDone())
                .map(entry -> new TopicPartition(status.plan().topic(), entry.getKey()))
                .toList();
    }

    private ReplayStatus.Leg leg(TopicPartition partition) {
        return leg(partition.partition());
    }

    private ReplayStatus.Leg leg(int partition) {
        return Objects.requireNonNull(legs.get(partition));
    }

    @Override
    public void close() {
        writer.close();
    }
}
