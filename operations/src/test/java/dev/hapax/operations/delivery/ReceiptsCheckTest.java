package dev.hapax.operations.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hapax.delivery.Approval;
import dev.hapax.delivery.Delivery;
import dev.hapax.delivery.DeliveryEvent.Draft;
import dev.hapax.delivery.DeliveryState;
import dev.hapax.delivery.Receipt;
import dev.hapax.delivery.SigningKey;
import dev.hapax.wire.DeliveryFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Receipts of one partition, tampered with in every way: each is named, and none besides. */
class ReceiptsCheckTest {

    private static final SigningKey KEY = SigningKey.read(SigningKey.generate());
    private static final SigningKey STRANGER = SigningKey.read(SigningKey.generate());
    private static final int COUNT = 5;

    private final List<byte[]> topic = new ArrayList<>();
    private final List<Delivery> ledger = new ArrayList<>();
    private final Map<Integer, Long> begins = new HashMap<>(Map.of(0, 0L));
    private Receipt.Link end = Receipt.Link.FIRST;

    @BeforeEach
    void writeReceipts() {
        for (int i = 1; i <= COUNT; i++) {
            Delivery delivery = sent("d" + i);
            ledger.add(delivery);
            topic.add(next(delivery, 0, KEY));
        }
    }

    private static Delivery sent(String id) {
        Draft draft = new Draft("mail", id + "@example.com", "00ff", 2, "ann", null, 1, 0, Long.MAX_VALUE);
        return new Delivery(
                id,
                draft,
                DeliveryState.SENT,
                1,
                0,
                1_000,
                Delivery.NEVER,
                Approval.byPolicy("all", draft.sha256(), draft.target(), 0, Long.MAX_VALUE),
                new Delivery.Claim("w", 1, 1, 0, Delivery.NEVER),
                null,
                List.of(new Delivery.Entry(1_000, "sent", "w", "250 ok")));
    }

    private byte[] next(Delivery delivery, int partition, SigningKey key) {
        Receipt receipt = Receipt.of(delivery, partition, end, key);
        end = receipt.link();
        return DeliveryFormat.write(receipt);
    }

    private ReceiptsCheck.Result check() {
        return check(0);
    }

    /** @param forgottenBefore see {@link ReceiptsCheck} */
    private ReceiptsCheck.Result check(long forgottenBefore) {
        ReceiptsCheck check = new ReceiptsCheck(new TrustedKeys(List.of(KEY.trusted())), begins, forgottenBefore);
        long offset = begins.getOrDefault(0, 0L);
        for (byte[] value : topic) {
            check.accept(new ConsumerRecord<>("receipts", 0, offset, new byte[0], value));
            offset++;
        }
        Set<String> known = new HashSet<>();
        ledger.forEach(delivery -> known.add(delivery.id()));
        return check.result(ledger, known);
    }

    @Test
    void shouldFindNothingWrong() {
        assertThat(check()).isEqualTo(new ReceiptsCheck.Result(COUNT, COUNT, 0, List.of()));
    }

    @Test
    void shouldNameAReceiptWithAnAlteredByte() {
        String text = new String(topic.get(2), StandardCharsets.UTF_8);
        topic.set(2, text.replace("250 ok", "250 OK").getBytes(StandardCharsets.UTF_8));

        assertThat(check().problems())
                .containsExactlyInAnyOrder(
                        "receipts-0@2: altered or invented, its signature is wrong (delivery d3)",
                        "receipts-0@3: missing or altered before it: number 3 of partition 0 (delivery d4)",
                        "delivery d3: SENT in the ledger, and has no receipt");
    }

    @Test
    void shouldNameReceiptsThatAreMissing() {
        topic.remove(2);
        topic.remove(2);

        assertThat(check().problems())
                .containsExactlyInAnyOrder(
                        "receipts-0@2: missing or altered before it: number 3 to 4 of partition 0 (delivery d5)",
                        "delivery d3: SENT in the ledger, and has no receipt",
                        "delivery d4: SENT in the ledger, and has no receipt");
    }

    @Test
    void shouldNameTheLastReceiptWhenItIsMissing() {
        topic.remove(COUNT - 1);

        assertThat(check().problems()).containsExactly("delivery d5: SENT in the ledger, and has no receipt");
    }

    @Test
    void shouldNameReceiptsThatWereMoved() {
        Collections.swap(topic, 1, 2);

        assertThat(check().problems())
                .contains(
                        "receipts-0@1: missing or altered before it: number 2 of partition 0 (delivery d3)",
                        "receipts-0@2: number 2 stands behind number 3: copied or moved (delivery d2)");
    }

    @Test
    void shouldNameAnInventedReceiptAndNotTheOneBehindIt() {
        Receipt.Link genuine = end;
        byte[] invented = next(sent("d9"), 0, STRANGER);
        end = genuine;
        topic.add(2, invented);

        ReceiptsCheck.Result result = check();

        assertThat(result.valid()).isEqualTo(COUNT);
        assertThat(result.problems()).singleElement().asString().contains("receipts-0@2: invented", "(delivery d9)");
    }

    @Test
    void shouldNameAReceiptCopiedFromAnotherPartitionOrFromBefore() {
        Receipt.Link genuine = end;
        end = Receipt.Link.FIRST;
        topic.add(next(sent("d1"), 1, KEY));
        end = genuine;
        topic.add(topic.get(0));

        assertThat(check().problems())
                .containsExactly(
                        "receipts-0@5: copied from partition 1 (delivery d1)",
                        "receipts-0@6: number 1 stands behind number 5: copied or moved (delivery d1)");
    }

    @Test
    void shouldNotKnowWhatWasDeletedFromTheBeginning() {
        topic.subList(0, 2).clear();
        begins.put(0, 2L);

        assertThat(check()).isEqualTo(new ReceiptsCheck.Result(COUNT - 2, COUNT - 2, 2, List.of()));
    }

    @Test
    void shouldNameADeliveryThatWasTakenOutOfTheLedgerAndNoneThatItHasForgotten() {
        ledger.remove(0);

        assertThat(check(500).problems())
                .containsExactly("delivery d1: has a receipt (SENT), and is not in the ledger");
        assertThat(check(1_001).problems()).isEmpty();
    }

    @Test
    void shouldNameWhatIsNoReceipt() {
        topic.add("{}".getBytes(StandardCharsets.UTF_8));

        assertThat(check().problems()).singleElement().asString().startsWith("receipts-0@5: no receipt: ");
    }
}
