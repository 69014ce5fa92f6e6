package dev.hapax.guard;

import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** The disk failed, but the files of the guard may be intact: for example, the disk is full or read-only. */
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
