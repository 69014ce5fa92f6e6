package dev.hapax.guard;

import dev.hapax.commit.CheckedClients;
import dev.hapax.commit.CommitCheck;
import dev.hapax.commit.Packing;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** The clients of an application with a guard. They also cope with a changelog that was deleted up to its end. */
public class GuardClients extends CheckedClients {

    public GuardClients(CommitCheck check, Packing packing) {
        this(check, true, packing);
    }

    protected GuardClients(CommitCheck check, boolean watched, @Nullable Packing packing) {
        super(check, watched, packing);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new ChangelogConsumer(config);
    }
}
