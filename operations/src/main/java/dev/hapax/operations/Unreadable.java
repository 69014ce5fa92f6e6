package dev.hapax.operations;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file can't be read, in words: the message of some exceptions is only its name. */
public final class Unreadable {

    private Unreadable() {}

    public static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    }
}
