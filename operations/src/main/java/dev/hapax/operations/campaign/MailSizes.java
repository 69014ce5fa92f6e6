package dev.hapax.operations.campaign;

import java.util.Map;
import java.util.TreeMap;

/** How large the mails of a campaign are. */
final class MailSizes {

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long count;

    void add(int size) {
        counts.merge(size, 1L, Long::sum);
        count++;
    }

    long median() {
        long seen = 0;
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            seen += entry.getValue();
            if (2 * seen >= count) {
                return entry.getKey();
            }
        }
        return 0;
    }

    long largest() {
        return counts.isEmpty() ? 0 : counts.lastKey();
    }
}
