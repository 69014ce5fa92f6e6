package com.example.limits;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The limit of each currency, as a file has it. */
final class LimitsFile {

    private final Path path;
    private final String hash;

    /** @throws IllegalArgumentException when the file is not usable, with the line and the remedy */
    LimitsFile(Path path) {
        this.path = path;
        byte[] bytes = bytes(path);
        parse(bytes);
        this.hash = hash(bytes);
    }

    /** Of the content, so that another file gives another version. */
    String hash() {
        return hash;
    }

    /** @throws IllegalStateException when the file is another one than at the start, which the version does not cover */
    Map<String, BigDecimal> read() {
        byte[] bytes = bytes(path);
        if (!hash(bytes).equals(hash)) {
            throw new IllegalStateException(path + " has changed since the start. Start the instance again.");
        }
        return parse(bytes);
    }

    private static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new IllegalArgumentException(path + " cannot be read: " + e, e);
        }
    }

    private Map<String, BigDecimal> parse(byte[] bytes) {
        Map<String, BigDecimal> limits = new TreeMap<>();
        int number = 0;
        for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] columns = line.split(",", 2);
            try {
                limits.put(columns[0].strip(), new BigDecimal(columns[1].strip()));
            } catch (ArrayIndexOutOfBoundsException | NumberFormatException e) {
                throw new IllegalArgumentException(
                        path + ", line " + number + ": '" + line + "' is not a currency and a limit, such as EUR,500.", e);
            }
        }
        return limits;
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)).substring(0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
