package dev.hapax.guard;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The disk does not do what the guard asks of it, though what is on it may be whole: it is full, or may not be written. */
public final class GuardStorageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    GuardStorageException(String what, Path folder, RocksDBException cause) {
        super(what + " in " + folder + " failed: " + cause.getMessage() + remedy(cause), cause);
    }

    private static String remedy(RocksDBException cause) {
        if (String.valueOf(cause.getMessage()).contains("No space left")) {
            return ": free some space there, or set instance.state-dir to a larger disk";
        }
        Status status = cause.getStatus();
        return status != null && status.getCode() == Status.Code.IOError
                ? ": see that instance.state-dir can be read and written, and that no other instance uses it"
                : "";
    }
}
