package dev.hapax.wire;

import dev.hapax.domain.Coordinates;
import dev.hapax.domain.Fingerprint;
import dev.hapax.domain.GuardEntry;
import dev.hapax.domain.GuardEntry.Status;
import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * A guard entry in bytes. Version 1: version, flags (1 quarantined, 2 important), first time, how much later the last one
 * came, fingerprint, generation, first coordinates, label.
 */
public final class GuardEntryFormat {

    private static final byte VERSION = 1;
    private static final int QUARANTINED = 1;
    private static final int IMPORTANT = 2;

    private GuardEntryFormat() {}

    public static byte[] write(GuardEntry entry) {
        byte[] topic = Binary.utf8(entry.first().topic());
        byte[] label = Binary.utf8(entry.label());
        long later = entry.lastTime() - entry.firstTime();
        ByteBuffer out = ByteBuffer.allocate(2
                + ByteUtils.sizeOfVarlong(entry.firstTime())
                + ByteUtils.sizeOfVarlong(later)
                + Fingerprint.BYTES
                + ByteUtils.sizeOfVarint(entry.generation())
                + Binary.sizeOf(entry.first(), topic)
                + Binary.sizeOf(label));
        out.put(VERSION);
        out.put((byte)
                ((entry.status() == Status.QUARANTINED ? QUARANTINED : 0) | (entry.important() ? IMPORTANT : 0)));
        ByteUtils.writeVarlong(entry.firstTime(), out);
        ByteUtils.writeVarlong(later, out);
        Binary.put(out, entry.fingerprint());
        ByteUtils.writeVarint(entry.generation(), out);
        Binary.put(out, entry.first(), topic);
        Binary.put(out, label);
        return out.array();
    }

    public static GuardEntry read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte version = in.get();
        if (version != VERSION) {
            throw new IllegalArgumentException("guard entry of version " + version + ", but this Hapax reads up to "
                    + VERSION + ": run the version that wrote it, or a newer one");
        }
        byte flags = in.get();
        long firstTime = ByteUtils.readVarlong(in);
        long later = ByteUtils.readVarlong(in);
        Fingerprint fingerprint = Binary.fingerprint(in);
        int generation = ByteUtils.readVarint(in);
        Coordinates first = Binary.coordinates(in);
        return new GuardEntry(
                (flags & QUARANTINED) != 0 ? Status.QUARANTINED : Status.DECIDED,
                firstTime,
                firstTime + later,
                first,
                fingerprint,
                generation,
                Binary.text(in),
                (flags & IMPORTANT) != 0);
    }
}
