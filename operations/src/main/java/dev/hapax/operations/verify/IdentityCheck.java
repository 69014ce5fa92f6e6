package dev.hapax.operations.verify;

import dev.hapax.domain.Fingerprint;
import dev.hapax.operations.Sha256;
import dev.hapax.operations.verify.Fact.Kind;
import dev.hapax.operations.verify.Finding.Fault;
import dev.hapax.operations.verify.Finding.Trace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks, from sightings sorted by identity, generation and time, that no identity was decided twice within its ttl. */
final class IdentityCheck {

    private final List<Long> ttls;
    private final boolean rangeOnly;
    private final Results results;
    private @Nullable Fingerprint commanded;
    private @Nullable Sighting last;

    /**
     * @param ttls by the number of the source, milliseconds
     * @param rangeOnly whether only a part was asked for, so that what lies before it does not matter
     */
    IdentityCheck(List<Long> ttls, boolean rangeOnly, Results results) {
        this.ttls = ttls;
        this.rangeOnly = rangeOnly;
        this.results = results;
    }

    void accept(Sighting sighting) {
        if (sighting.isCommand()) {
            if (!sighting.identity().equals(commanded)) {
                results.forgotten();
            }
            commanded = sighting.identity();
            return;
        }
        if (last != null && !sighting.identity().equals(commanded) && twice(last, sighting)) {
            results.add(new Finding(
                    Fault.IDENTITY_DECIDED_TWICE,
                    sighting.about(),
                    sighting.generation(),
                    new Trace(Kind.DECISION, sighting.at()),
                    new Trace(Kind.DECISION, last.at())));
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

    /**
     * That an identity was decided, or that an operator gave a command about it.
     *
     * @param identity its hash: identities have no fixed size
     * @param source number of the source that names the ttl; {@link #COMMANDED} for a command
     * @param inRange whether the message is among those verified
     * @param eventTime of the message
     * @param at the position of the decision
     * @param written when the decision was written
     */
    record Sighting(
            Fingerprint identity,
            int generation,
            int source,
            boolean inRange,
            long eventTime,
            RecordPosition about,
            PackedPosition at,
            long written) {

        static final int COMMANDED = -1;

        /** Numbers in a row. Sorted by the first of them, rows of one identity are together, commands first. */
        static final int WIDTH = 8;

        static final int KEYS = 6;

        private static final int SOURCE_BITS = 16;
        private static final long SOURCE_MASK = (1L << SOURCE_BITS) - 2;

        static Fingerprint hash(byte[] identity) {
            return Fingerprint.of(Sha256.of(identity));
        }

        static Sighting commanded(Fingerprint identity) {
            return new Sighting(
                    identity, 0, COMMANDED, false, 0, new RecordPosition(0, 0, 0), new PackedPosition(0, 0), 0);
        }

        boolean isCommand() {
            return source == COMMANDED;
        }

        void put(long[] row) {
            row[0] = identity.high();
            row[1] = identity.low();
            row[2] = isCommand() ? -1 : generation;
            row[3] = eventTime;
            row[4] = about.partitionKey();
            row[5] = about.offset();
            row[6] = at.packed();
            row[7] = (written << SOURCE_BITS) | (((long) source << 1) & SOURCE_MASK) | (inRange ? 1 : 0);
        }

        static Sighting of(long[] row) {
            Fingerprint identity = new Fingerprint(row[0], row[1]);
            if (row[2] == -1) {
                return commanded(identity);
            }
            return new Sighting(
                    identity,
                    (int) row[2],
                    (int) (row[7] & SOURCE_MASK) >>> 1,
                    (row[7] & 1) != 0,
                    row[3],
                    RecordPosition.of(row[4], row[5]),
                    PackedPosition.unpack(row[6]),
                    row[7] >> SOURCE_BITS);
        }
    }
}
