package dev.hapax.operations.delivery;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.Progress;
import dev.hapax.operations.Range;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Compares receipts with their signatures, with the chain of their partition, and with the ledger. Only a receipt that is signed,
 * and stands where it was written, moves the chain on: one that was invented or copied does not make the next one wrong.
 */
public final class ReceiptsCheck {

    /**
     * @param receipts how many there are
     * @param valid how many have a good signature and follow on the one before
     * @param notKnown ended deliveries whose receipts may be deleted with the beginning of their partition
     * @param problems what is missing, altered or invented, each in one line
     */
    public record Result(int receipts, int valid, long notKnown, List<String> problems) {}

    private final TrustedKeys keys;
    private final Map<Integer, Long> begins;
    private final long forgottenBefore;
    private final Map<Integer, Receipt.Link> chains = new HashMap<>();
    private final Map<String, Receipt> last = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int receipts;
    private int valid;
    private long notKnown;

    /**
     * @param begins the first offset that is left of each partition
     * @param forgottenBefore the ledger has forgotten deliveries that ended before this time
     */
    ReceiptsCheck(TrustedKeys keys, Map<Integer, Long> begins, long forgottenBefore) {
        this.keys = keys;
        this.begins = begins;
        this.forgottenBefore = forgottenBefore;
    }

    /**
     * Reads the ledger before and after the receipts: what has ended before has its receipts by then, and what has receipts is in
     * the ledger after.
     */
    public static Result of(KafkaClients clients, Deliveries deliveries, Progress progress) {
        Settings settings = clients.settings();
        List<Delivery> before = deliveries.list(delivery -> delivery.state().isEnd(), progress);
        try (TopicReader reader = new TopicReader(clients)) {
            Map<TopicPartition, Range> ranges = reader.whole(settings.topic(Topic.RECEIPTS));
            Map<Integer, Long> begins = new HashMap<>();
            ranges.forEach((partition, range) -> begins.put(partition.partition(), range.from()));
            ReceiptsCheck check =
                    new ReceiptsCheck(TrustedKeys.of(settings.delivery()), begins, deliveries.forgottenBefore());
            reader.read(ranges, progress, record -> {
                check.accept(record);
                return true;
            });
            Set<String> after = new HashSet<>();
            deliveries.list(delivery -> after.add(delivery.id()), progress);
            return check.result(before, after);
        }
    }

    void accept(ConsumerRecord<byte[], byte[]> record) {
        receipts++;
        String where = record.topic() + "-" + record.partition() + "@" + record.offset();
        try {
            Receipt receipt = DeliveryFormat.readReceipt(Objects.requireNonNullElse(record.value(), new byte[0]));
            String problem = problem(receipt, record);
            if (problem == null) {
                valid++;
            } else {
                problems.add(where + ": " + problem + " (delivery " + receipt.id() + ")");
            }
        } catch (IllegalArgumentException e) {
            problems.add(where + ": no receipt: " + e.getMessage());
        }
    }

    private @Nullable String problem(Receipt receipt, ConsumerRecord<byte[], byte[]> record) {
        if (!keys.knows(receipt.keyId())) {
            return "invented, or signed with a key that was replaced: the key " + receipt.keyId() + " is unknown";
        }
        if (!keys.signed(receipt)) {
            return "altered or invented, its signature is wrong";
        }
        if (receipt.partition() != record.partition()) {
            return "copied from partition " + receipt.partition();
        }
        Receipt.Link before = chains.get(record.partition());
        if (before == null && begins.getOrDefault(record.partition(), 0L) > 0) {
            before = new Receipt.Link(receipt.sequence() - 1, receipt.previous());
        }
        before = before == null ? Receipt.Link.FIRST : before;
        if (receipt.sequence() <= before.sequence()) {
            return "number " + receipt.sequence() + " stands behind number " + before.sequence() + ": copied or moved";
        }
        chains.put(record.partition(), receipt.link());
        last.put(receipt.id(), receipt);
        if (receipt.follows(before)) {
            return null;
        }
        long from = before.sequence() + 1;
        long to = receipt.sequence() - 1;
        if (to < from) {
            return "number " + receipt.sequence() + " names another receipt than number " + before.sequence()
                    + " as the one before it: one of them was replaced";
        }
        return "missing or altered before it: number " + (from == to ? "" + from : from + " to " + to)
                + " of partition " + record.partition();
    }

    /**
     * @param ended the deliveries that had ended before the receipts were read
     * @param known the ids of the deliveries that the ledger has afterwards
     */
    Result result(List<Delivery> ended, Set<String> known) {
        ended.forEach(this::check);
        last.values().stream()
                .filter(receipt -> !known.contains(receipt.id()) && receipt.time() >= forgottenBefore)
                .forEach(receipt -> problems.add("delivery " + receipt.id() + ": has a receipt (" + receipt.state()
                        + "), and is not in the ledger"));
        return new Result(receipts, valid, notKnown, List.copyOf(problems));
    }

    /** An ended delivery has a last receipt that says so. */
    private void check(Delivery delivery) {
        Receipt receipt = last.get(delivery.id());
        if (receipt == null) {
            if (mayBeDeleted(delivery.id())) {
                notKnown++;
            } else {
                problems.add(
                        "delivery " + delivery.id() + ": " + delivery.state() + " in the ledger, and has no receipt");
            }
        } else if (receipt.state() != delivery.state() && receipt.state() != DeliveryState.SENT) {
            // A late report may have turned it into SENT since the ledger was read.
            problems.add("delivery " + delivery.id() + ": " + delivery.state()
                    + " in the ledger, and its last receipt says " + receipt.state() + " in attempt "
                    + receipt.attempt());
        }
    }

    /** Whether its partition has lost its beginning. */
    private boolean mayBeDeleted(String id) {
        int hash = Utils.toPositive(Utils.murmur2(id.getBytes(StandardCharsets.UTF_8)));
        return !begins.isEmpty() && begins.getOrDefault(hash % begins.size(), 0L) > 0;
    }
}
