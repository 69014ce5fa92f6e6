package dev.hapax.topology;

import dev.hapax.commit.ReadLedger;
import dev.hapax.domain.Command;
import dev.hapax.domain.ExecutedCommands;
import dev.hapax.domain.GuardEntry;
import dev.hapax.guard.EntryStore;
import dev.hapax.guard.GuardFactory;
import dev.hapax.wire.CommandFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Does what operators ask of the task that owns an identity, in its transaction, and answers each command with a receipt in
 * the same topic. Whatever stands there, it never fails: a person's mistake must not stop an instance.
 */
final class CommandProcessor extends ContextualProcessor<byte[], byte[], byte[], byte[]> {

    /** Enough to see what was forgotten; a receipt must fit into a record whatever is asked. */
    private static final int LISTED = 20;

    private static final int LONGEST_TEXT = 4_096;
    private static final int LONGEST_KEY = 64 * 1024;

    private final GuardFactory guards;
    private final PipelineMetrics metrics;
    private @Nullable EntryStore entries;

    CommandProcessor(GuardFactory guards, PipelineMetrics metrics) {
        this.guards = guards;
        this.metrics = metrics;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> context) {
        super.init(context);
        metrics.init(context);
        entries = guards.opened(context);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (entries == null) {
            throw new IllegalStateException("not initialised");
        }
        execute(record, entries);
        ReadLedger.ofThisThread().processed(context());
    }

    private void execute(Record<byte[], byte[]> record, EntryStore entries) {
        Command command;
        try {
            command = read(record.key(), record.value());
        } catch (IllegalArgumentException e) {
            answer(record, refused(CommandFormat.id(record.value()), "not a command: " + e.getMessage()));
            return;
        }
        // Receipts come back to whoever writes them.
        if (command instanceof Command.Forget forget) {
            Command receipt = execute(forget, entries);
            answer(record, receipt);
            if (receipt instanceof Command.Forgotten forgotten) {
                metrics.forgot(forget, forgotten);
            }
        }
    }

    private static Command read(byte @Nullable [] key, byte @Nullable [] value) {
        if (value == null) {
            throw new IllegalArgumentException("it has no value");
        }
        Command command = CommandFormat.read(value);
        if (command instanceof Command.Forget forget) {
            byte[] identity = forget.identity().getBytes(StandardCharsets.UTF_8);
            // Keyed otherwise it came to a task that does not own the identity. What UTF-8 can't say is no identity.
            if (!Arrays.equals(key, identity)
                    || !new String(identity, StandardCharsets.UTF_8).equals(forget.identity())
                    || identity.length > LONGEST_KEY) {
                throw new IllegalArgumentException("a command is keyed by the identity it is about, of at most "
                        + LONGEST_KEY + " bytes, but the record key is "
                        + (key == null ? "null" : "'" + new String(key, StandardCharsets.UTF_8) + "'"));
            }
        }
        return command;
    }

    private Command execute(Command.Forget forget, EntryStore guard) {
        long offset = context().recordMetadata().orElseThrow().offset();
        long givenAt = forget.at().toEpochMilli();
        ExecutedCommands executed = guard.executed();
        if (executed.includes(offset, givenAt)) {
            return refused(
                    forget.id(),
                    "commands up to offset " + executed.offset()
                            + " have been executed: read again, as after a rewind of offsets, none is executed twice."
                            + " Give it anew if it is still meant");
        }
        List<GuardEntry> forgotten = guard.forget(forget.identity());
        guard.executed(executed.and(offset, givenAt));
        return new Command.Forgotten(
                forget.id(),
                forget.identity(),
                now(),
                forgotten.size(),
                forgotten.subList(Math.max(0, forgotten.size() - LISTED), forgotten.size()));
    }

    private Command.Refused refused(String id, String explanation) {
        return new Command.Refused(cut(id), now(), cut(explanation));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " …";
    }

    private Instant now() {
        return Instant.ofEpochMilli(context().currentSystemTimeMs());
    }

    private void answer(Record<byte[], byte[]> record, Command receipt) {
        byte[] key = record.key();
        context()
                .forward(new Record<>(
                        key != null && key.length > LONGEST_KEY ? null : key,
                        CommandFormat.write(receipt),
                        context().currentSystemTimeMs()));
        metrics.answered(receipt);
    }
}
