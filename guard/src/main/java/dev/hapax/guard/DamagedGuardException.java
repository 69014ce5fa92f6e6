package dev.hapax.guard;

import java.util.Set;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;

/** The guard of a task is damaged on disk. Kafka Streams discards it and restores it from its changelog. */
final class DamagedGuardException extends TaskCorruptedException {

    private static final long serialVersionUID = 1L;

    private final String message;

    DamagedGuardException(TaskId task, String what, @Nullable Throwable cause) {
        super(Set.of(task));
        this.message = "The guard of task " + task + " is damaged on disk, and is restored from its changelog: " + what;
        initCause(cause);
    }

    @Override
    public String getMessage() {
        return message;
    }
}
