package dev.hapax.operations.delivery;

import dev.hapax.config.Settings;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.operations.KafkaClients;
import dev.hapax.operations.OperationException;
import dev.hapax.operations.Progress;
import dev.hapax.operations.TopicReader;
import dev.hapax.topics.Topic;
import dev.hapax.wire.DeliveryFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Compares receipts with their signatures, with the chain of their partition, and with the ledger. */
public final class ReceiptsCheck {

    /**
     * @param receipts how many there are
     * @param valid how many have a good signature and follow on the one before
     * @param problems what is missing, altered or invented, each in one line
     */
    public record Result(int receipts, int valid, List<String> problems) {}

    private final KafkaClients clients;
    private final Map<String, SigningKey.TrustedKey> trusted = new HashMap<>();
    private final Map<Integer, Receipt.Link> chains = new HashMap<>();
    private final Map<String, Receipt> last = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int receipts;
    private int valid;

    private ReceiptsCheck(KafkaClients clients) {
        this.clients = clients;
        Settings settings = clients.settings();
        Stream.concat(Stream.ofNullable(settings.delivery().signingKey()), settings.delivery().trustedKeys().stream())
                .map(ReceiptsCheck::key)
                .forEach(key -> trusted.put(key.id(), key));
    }

    private static SigningKey.TrustedKey key(Path file) {
        try {
            return SigningKey.TrustedKey.read(Files.readString(file));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperationException(file + " can't be used as a key: " + e.getMessage(), e);
        }
    }

    /** Reads the ledger first: every delivery that has ended in it has its receipts by then. */
    public static Result of(KafkaClients clients, Deliveries deliveries, Progress progress) {
        return new ReceiptsCheck(clients).check(deliveries, progress);
    }

    private Result check(Deliveries deliveries, Progress progress) {
        List<Delivery> ledger = deliveries.list(delivery -> true, progress);
        try (TopicReader reader = new TopicReader(clients)) {
            reader.read(reader.whole(clients.settings().topic(Topic.RECEIPTS)), progress, record -> {
                check(record);
                return true;
            });
        }
        for (Delivery delivery : ledger) {
            check(delivery);
        }
        return new Result(receipts, valid, problems);
    }

    private void check(ConsumerRecord<byte[], byte[]> record) {
        receipts++;
        String where = record.topic() + "-" + record.partition() + "@" + record.offset();
        try {
            Receipt receipt = DeliveryFormat.readReceipt(Objects.requireNonNullElse(record.value(), new byte[0]));
            SigningKey.TrustedKey key = trusted.get(receipt.keyId());
            Receipt.Link before = chains.getOrDefault(record.partition(), Receipt.Link.FIRST);
            chains.put(record.partition(), receipt.link());
            last.put(receipt.id(), receipt);
            if (key == null) {
                problems.add(where + ": signed with the unknown key " + receipt.keyId() + " (delivery " + receipt.id()
                        + ")");
            } else if (!receipt.isSignedBy(key)) {
                problems.add(where + ": altered or invented, its signature is wrong (delivery " + receipt.id() + ")");
            } else if (!receipt.follows(before)) {
                problems.add(
                        where + ": number " + receipt.sequence() + " does not follow on number " + before.sequence()
                                + ": a receipt between them is missing or altered (delivery " + receipt.id() + ")");
            } else {
                valid++;
            }
        } catch (IllegalArgumentException e) {
            problems.add(where + ": no receipt: " + e.getMessage());
        }
    }

    /** An ended delivery has a last receipt that says so. */
    private void check(Delivery delivery) {
        if (!delivery.state().isEnd()) {
            return;
        }
        Receipt receipt = last.get(delivery.id());
        if (receipt == null) {
            problems.add("delivery " + delivery.id() + ": " + delivery.state() + " in the ledger, and has no receipt");
        } else if (receipt.state() != delivery.state() || receipt.attempt() != delivery.attempt()) {
            problems.add(
                    "delivery " + delivery.id() + ": " + delivery.state() + " in the ledger, and its last receipt says "
                            + receipt.state() + " in attempt " + receipt.attempt());
        }
    }
}
