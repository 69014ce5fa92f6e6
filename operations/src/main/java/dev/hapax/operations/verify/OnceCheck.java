package dev.hapax.operations.verify;

import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.verify.Finding.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks, from sightings sorted by identity, generation and time, that no identity was decided twice within its ttl. */
final class OnceCheck {

    private final List<Long> ttls;
    private final boolean rangeOnly;
    private final VerifyCounts ledger;
    private final Findings findings;
    private @Nullable Fingerprint commanded;
    private @Nullable Sighting last;

    /**
     * @param ttls by the number of the source, milliseconds
     * @param rangeOnly whether only a part was asked for, so that what lies before it does not matter
     */
    OnceCheck(List<Long> ttls, boolean rangeOnly, VerifyCounts ledger, Findings findings) {
        this.ttls = ttls;
        this.rangeOnly = rangeOnly;
        this.ledger = ledger;
        this.findings = findings;
    }

    void accept(Sighting sighting) {
        if (sighting.isCommand()) {
            if (!sighting.identity().equals(commanded)) {
                ledger.forgotten(1);
            }
            commanded = sighting.identity();
            return;
        }
        if (last != null && !sighting.identity().equals(commanded) && twice(last, sighting)) {
            findings.add(new Finding(
                    Fault.IDENTITY_DECIDED_TWICE,
                    sighting.about(),
                    sighting.generation(),
                    new Trace(RecordKind.DECISION, sighting.at()),
                    new Trace(RecordKind.DECISION, last.at())));
        }
        last = sighting;
    }

    private boolean twice(Sighting one, Sighting next) {
        if (!one.identity().equals(next.identity()) || one.generation() != next.generation()) {
            return false;
        }
        // Two decisions of one message have been found already.
        if (one.about().equals(next.about()) || (rangeOnly && !one.inRange() && !next.inRange())) {
            return false;
        }
        // Sources that share a namespace may differ in ttl, and which of the two came first is not known.
        long ttl = Math.min(ttls.get(one.source()), ttls.get(next.source()));
        // The guard remembers a replay by the time it was given, and not by that of the message.
        boolean remembered = one.generation() == 0 || Math.abs(next.written() - one.written()) < ttl;
        return next.eventTime() - one.eventTime() < ttl && remembered;
    }
}
