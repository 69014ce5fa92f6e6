package dev.hapax.guard;

import dev.hapax.wire.ChangelogEntries;
import java.util.List;

/**
 * What the guard of one partition answered.
 *
 * @param streamTime how far its time had come, in ms, or -1
 * @param whole whether all was looked at; if not, there may be more than these
 */
public record GuardAnswer(long streamTime, List<ChangelogEntries.Entry> entries, boolean whole) {

    public GuardAnswer {
        entries = List.copyOf(entries);
    }
}
