package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.delivery.Suppressions;
import dev.hapax.operations.Progress;
import dev.hapax.operations.RowSorter;
import dev.hapax.operations.Sha256;
import dev.hapax.wire.CampaignFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Finds the recipients of a file that have the same id or the same address. It sorts digests on disk, so that the heap holds little
 * whatever the file is.
 */
final class RecipientIndex implements AutoCloseable {

    private static final int ID_WIDTH = 4;
    private static final int ADDRESS_WIDTH = 4;
    /** Some 8 MB of heap for each of the two. */
    private static final int CHUNK = RowSorter.CHUNK;

    private final RowSorter ids;
    private final RowSorter addresses;

    /** @param folder for its working files */
    RecipientIndex(Path folder) {
        this.ids = new RowSorter(folder.resolve("ids"), ID_WIDTH, ID_WIDTH - 1, CHUNK);
        this.addresses = new RowSorter(folder.resolve("addresses"), ADDRESS_WIDTH, ADDRESS_WIDTH, CHUNK);
    }

    /** Is shown two lines of a file. */
    @FunctionalInterface
    interface Pair {
        void at(long line, long before);
    }

    void add(long line, Recipient recipient) {
        ByteBuffer id = digest(recipient.subscriber());
        ByteBuffer address = digest(Suppressions.normalised(recipient.address()));
        long content =
                ByteBuffer.wrap(Sha256.of(CampaignFormat.write(recipient))).getLong();
        long first = id.getLong();
        ids.add(new long[] {first, id.getLong(), line, content});
        addresses.add(new long[] {address.getLong(), address.getLong(), first, line});
    }

    private static ByteBuffer digest(String text) {
        return ByteBuffer.wrap(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Shows the lines that repeat an earlier id. Nothing can be added afterwards.
     *
     * @param same with the same address and values
     * @param other with another address or other values
     */
    void repeatedIds(Progress progress, Pair same, Pair other) {
        long[] before = new long[ID_WIDTH];
        boolean[] any = new boolean[1];
        ids.forEach("comparing ids", progress, row -> {
            if (any[0] && row[0] == before[0] && row[1] == before[1]) {
                (row[3] == before[3] ? same : other).at(row[2], before[2]);
            } else {
                System.arraycopy(row, 0, before, 0, ID_WIDTH);
                any[0] = true;
            }
        });
    }

    /** Shows the lines with another id and an address that another line has too. Nothing can be added afterwards. */
    void repeatedAddresses(Progress progress, Pair pair) {
        long[] first = new long[ADDRESS_WIDTH];
        long[] lastId = new long[1];
        boolean[] any = new boolean[1];
        addresses.forEach("comparing addresses", progress, row -> {
            if (!any[0] || row[0] != first[0] || row[1] != first[1]) {
                System.arraycopy(row, 0, first, 0, ADDRESS_WIDTH);
                any[0] = true;
            } else if (row[2] != lastId[0]) {
                pair.at(row[3], first[3]);
            }
            lastId[0] = row[2];
        });
    }

    @Override
    public void close() {
        try (ids) {
            addresses.close();
        }
    }
}
