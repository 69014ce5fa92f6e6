package dev.hapax.operations.quarantine;

import dev.hapax.domain.Coordinates;
import dev.hapax.operations.Progress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of the inbox, the newest cases first. */
public final class InboxPage {

    private final CaseFilter filter;
    private final @Nullable Coordinates before;
    private final int limit;
    private final List<Case> cases = new ArrayList<>();
    private boolean begun;
    private boolean more;

    /** @param before the last case of the page before; null for the first page */
    public InboxPage(CaseFilter filter, @Nullable Coordinates before, int limit) {
        this.filter = filter;
        this.before = before;
        this.limit = limit;
        this.begun = before == null;
    }

    public void read(Inbox inbox, Progress progress) {
        // The last case of the page before may have stopped to match.
        inbox.list(before == null ? filter : CaseFilter.ALL, progress, this::wantsMoreAfter);
    }

    private boolean wantsMoreAfter(Case next) {
        if (!begun) {
            begun = next.summary().id().equals(before);
        } else if (filter.matches(next)) {
            more = cases.size() == limit;
            if (!more) {
                cases.add(next);
            }
        }
        return !more;
    }

    /** Whether the last case of the page before does not exist any more. */
    public boolean isLost() {
        return !begun;
    }

    public List<Case> cases() {
        return cases;
    }

    /** What the next page comes after; null if there is none. */
    public @Nullable String next() {
        return more ? cases.get(cases.size() - 1).summary().id().toString() : null;
    }
}
